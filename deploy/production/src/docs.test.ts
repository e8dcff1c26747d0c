import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ROOT, readText } from './repository.ts';

const COMPOSE = 'deploy/production/compose.yaml';

describe('docs/production.md', () => {
  const text = readText('docs/production.md');

  test('names files and folders that exist', () => {
    const paths = new Set(text.match(/\b(?:deploy|backend)\/[\w./-]*\w/g));
    // The operator creates this one.
    paths.delete('deploy/production/.env');
    expect(paths.size).toBeGreaterThan(5);
    expect([...paths].filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test('puts the settings where Compose reads them: beside its file', () => {
    expect(text).toContain(`export COMPOSE_FILE=${COMPOSE}`);
    expect(text).toContain('cp deploy/production/compose.env.example deploy/production/.env');
    expect(readText('deploy/production/compose.env.example')).toContain('# Copy to deploy/production/.env,');
    expect(readText('.gitignore').split('\n')).toContain('.env');
    // With the variable set, no command names the file or a project directory.
    expect(text.match(/docker compose (?:-f|--file|--project-directory)\b/g)).toBeNull();
  });
});
