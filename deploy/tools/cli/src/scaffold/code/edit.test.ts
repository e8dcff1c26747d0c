import { expect, test } from 'vitest';
import { addImport, addName, addToBlock, closingOf, PlaceMissing } from './edit.ts';

test('finds the closing bracket past strings, templates and comments', () => {
  const text = "f({ a: '}', b: `}`, /* } */ c: [1, (2)] // }\n})";
  expect(text.slice(closingOf(text, 2))).toBe('})');
});

test('adds a line to the end of a block and keeps its lines', () => {
  expect(addToBlock('x = routes({\n  a: 1,\n});\n', /routes\(\{/, '  b: 2,')).toBe(
    'x = routes({\n  a: 1,\n  b: 2,\n});\n',
  );
  expect(addToBlock('calls: {},', /calls: \{/, '  b: 2,')).toBe('calls: {\n  b: 2,\n},');
  expect(addToBlock('f({ a: 1 })', /f\(\{/, '  b,')).toBe('f({ a: 1,\n  b,\n})');
});

test('throws where the block is missing or never closed', () => {
  expect(() => addToBlock('nothing', /routes\(\{/, 'x')).toThrow(PlaceMissing);
  expect(() => addToBlock('routes({', /routes\(\{/, 'x')).toThrow(PlaceMissing);
});

test('adds an import once, behind the others', () => {
  const line = "import { b } from './b.ts';";
  const once = addImport("import { a } from './a.ts';\n\ncode;\n", line);
  expect(once).toBe("import { a } from './a.ts';\nimport { b } from './b.ts';\n\ncode;\n");
  expect(addImport(once, line)).toBe(once);
  expect(addImport('code;\n', line)).toBe(`${line}\n\ncode;\n`);
});

test('adds a name to the import that is there', () => {
  const text = "import { a } from './a.ts';\n";
  expect(addName(text, 'b', './a.ts')).toBe("import { a, b } from './a.ts';\n");
  expect(addName(text, 'a', './a.ts')).toBe(text);
  expect(addName(text, 'c', './c.ts')).toBe(`${text}import { c } from './c.ts';\n`);
});
