/** As pages copied before there was a clipboard to write to: it exists on plain HTTP and in old WebViews too. */
function copyBySelection(text: string): boolean {
  const area = document.createElement('textarea');
  area.value = text;
  // Out of sight, but selectable, and in the open dialog where there is one: the rest of the page is inert.
  area.style.cssText = 'position:fixed;inset:0 auto auto 0;opacity:0';
  const { activeElement } = document;
  (document.querySelector('dialog[open]') ?? document.body).append(area);
  area.select();
  try {
    return document.execCommand('copy');
  } finally {
    area.remove();
    if (activeElement instanceof HTMLElement) activeElement.focus();
  }
}

/** Copies a text. Resolves with whether it was copied: browsers, pages in frames and their users may refuse. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // No clipboard, or one that refuses pages.
  }
  try {
    return copyBySelection(text);
  } catch {
    return false;
  }
}
