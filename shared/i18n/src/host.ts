/*
 * For the host alone: no remote shares this module, and none may be built with it. Importing it takes what the package hands
 * out once.
 */
import { parts } from '@tessera/bus/host';
import type { TextsOfHost } from '@tessera/i18n';
import '@tessera/i18n';

export const { startTexts, switchTexts } = parts as unknown as TextsOfHost;
