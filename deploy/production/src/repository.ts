import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse, parseAllDocuments } from 'yaml';

/** Root of the repository. */
export const ROOT = resolve(import.meta.dirname, '../../..');

export const readText = (path: string): string => readFileSync(join(ROOT, path), 'utf8');

/** A YAML file of one document; keys that repeat are an error, `<<` merges. */
export const readYaml = (path: string): unknown => parse(readText(path), { merge: true });

/** Every document of a YAML file. */
export const readYamlDocuments = (path: string): unknown[] =>
  parseAllDocuments(readText(path), { merge: true }).map((document) => {
    const [fault] = [...document.errors, ...document.warnings];
    if (fault) throw fault;
    return document.toJS();
  });
