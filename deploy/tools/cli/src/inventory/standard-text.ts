import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readDescription } from '@tessera/build/licences';
import spdx from 'spdx-license-list/full.js';

/** What another licence is written on top of, and has to go with it. */
const BELOW: Readonly<Record<string, string>> = {
  'LGPL-3.0': 'GPL-3.0',
  'LGPL-3.0-only': 'GPL-3.0-only',
  'LGPL-3.0-or-later': 'GPL-3.0-or-later',
};

/** Part of a package's description under the heading “License”, which often holds its copyright notice. */
function sectionOf(folder: string): string | undefined {
  const file = readdirSync(folder).find((name) => /^readme(?:\.\w+)?$/i.test(name));
  if (!file) return undefined;
  const text = readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n');
  return /^#+ *licen[cs](?:e|ing)\b.*\n([\s\S]*?)(?=^#+ |(?![\s\S]))/im.exec(text)?.[1]?.trim() || undefined;
}

function ownerOf(folder: string): string | undefined {
  const { author, repository } = readDescription(folder);
  const name = typeof author === 'string' ? author : author?.name;
  const source = typeof repository === 'string' ? repository : repository?.url;
  return [name && `Author: ${name}`, source && `Source: ${source}`].filter(Boolean).join('\n') || undefined;
}

/**
 * The text for a package without a licence file: what it says of its licence and owner, and the standard text of each
 * licence that it states. Undefined if a licence has no standard text, or nothing says whose package it is.
 */
export function standardText(folder: string, licence: string): string | undefined {
  const ids = licence.split(/ (?:OR|AND|WITH) |[()]/).filter((id) => id !== '');
  const all = [...new Set(ids.flatMap((id) => [id, BELOW[id] ?? id]))];
  const texts = all.map((id) => spdx[id]?.licenseText.trim());
  const notice = [ownerOf(folder), sectionOf(folder)].filter(Boolean).join('\n\n');
  if (notice === '' || texts.length === 0 || texts.includes(undefined)) return undefined;
  return [notice, ...texts].join('\n\n');
}
