import { describe, expect, test } from 'vitest';
import { readUses } from './read-uses.ts';
import { usesOfBuild } from './uses-of-build.ts';

/** What is found in a script, each once. */
const found = (text: string): readonly string[] => [
  ...new Set(readUses(text).map(({ of, name }) => (name === undefined ? of : `${of}: ${name}`))),
];

/** Ways of writing that lead to the same. */
const WAYS: Readonly<Record<string, readonly string[]>> = {
  localStorage: [
    'localStorage.setItem("a", "b");',
    'window.localStorage["a"] = 1;',
    'self["localStorage"].a;',
    'globalThis?.localStorage?.getItem("a");',
    'const { localStorage: kept } = window; kept.getItem("a");',
    'const a = window["local" + "Storage"];',
    'const a = document.defaultView[`localStorage`];',
    'Reflect.get(window, "localStorage");',
    'function f(localStorage) { localStorage.x; } f(window.localStorage);',
  ],
  sessionStorage: ['sessionStorage.a = 1;', 'top.sessionStorage;'],
  indexedDB: ['indexedDB.open("mine");', 'self.indexedDB.databases();'],
  BroadcastChannel: ['new BroadcastChannel("a");', 'new self.BroadcastChannel("a");'],
  worker: ['new Worker("/a.js");', 'new window.Worker("/a.js");', 'new SharedWorker("/a.js");'],
  registration: ['navigator.serviceWorker.getRegistration("/h5/");', 'navigator?.serviceWorker?.getRegistration();'],
  code: [
    'eval("1");',
    '(0, eval)("1");',
    'window.eval("1");',
    'new Function("return 1")();',
    'Function("return 1")();',
    'const F = Function; F("1");',
    '(() => {}).constructor("return 1")();',
    'setTimeout("alert(1)", 9);',
  ],
  markup: [
    'node.innerHTML = text;',
    'node["inner" + "HTML"] = text;',
    'node.insertAdjacentHTML("beforeend", text);',
    'document.write(text);',
    'frame.srcdoc = text;',
    'jsx("p", { dangerouslySetInnerHTML: { __html: text } });',
    'new DOMParser();',
    'range.createContextualFragment(text);',
  ],
  'globals: hook': [
    'window.hook = 1;',
    'self["hook"] = 1;',
    'globalThis.hook ||= 1;',
    'hook = 1;',
    'Object.defineProperty(window, "hook", {});',
    'Reflect.set(self, "hook", 1);',
    'window.window.hook++;',
  ],
  'prototypes: Array.at': ['Array.prototype.at = 1;', 'Array["prototype"]["at"] = 1;'],
  unseen: [
    'window[name()];',
    'const w = window; w.x;',
    'f(globalThis);',
    'navigator[name()];',
    'document[name()] = 1;',
  ],
  'import: https://elsewhere.example/a.js': ['import("https://elsewhere.example/a.js");'],
  caches: [
    'caches.open("a");',
    'window.caches.keys();',
    'const { caches } = self;',
    'self["cac" + "hes"].delete("a");',
  ],
  serviceWorker: [
    'navigator.serviceWorker.register("/a.js");',
    'navigator["serviceWorker"].getRegistrations();',
    'const { serviceWorker } = navigator; serviceWorker.register("/a.js");',
    'const w = navigator.serviceWorker; w.register("/a.js");',
    'Reflect.get(navigator, "serviceWorker").controller;',
  ],
  cookies: [
    'document.cookie = "a=b";',
    'const { cookie } = document;',
    'const d = document; d["cookie"];',
    'cookieStore.get("a");',
  ],
  peer: ['new RTCPeerConnection();', 'new window["RTCPeerConnection"]();'],
  'session: tessera.host.token': [
    'localStorage.getItem("tessera.host.token");',
    'localStorage["tessera." + "host.token"];',
    'const k = `tessera.host.token`;',
  ],
  'session: host.token': ['storedValue({ name: "host.token" });'],
  'session: clear': ['localStorage.clear();', 'window["sessionStorage"].clear();'],
  'session: tessera': ['indexedDB.open("tessera");', 'self.indexedDB.deleteDatabase("tessera", 1);'],
};

describe.each(Object.entries(WAYS))('%s', (use, ways) => {
  test.each(ways)('is seen in %s', (text) => {
    expect(found(text)).toContain(use);
  });
});

test.each([
  'const caches = new Map(); caches.get("a");',
  'function f({ caches }, Worker) { caches.x; new Worker(); }',
  'try {} catch (localStorage) { localStorage.x; }',
  'const row = { cookie: 1, caches: 2, serviceWorker: 3 };',
  'if ("serviceWorker" in navigator && typeof window !== "undefined") f();',
  'value instanceof Function; Function.prototype.call.call(f);',
  'class eval2 { clear() { this.clear(); } }',
  'const text = t("cookies", "host"); map.clear(); list.open("tessera-chart");',
  'let hook; hook = 1; for (const each of list) each.hook = 1;',
  'x: for (;;) break x;',
])('%s does nothing with the page', (text) => {
  expect(found(text)).toEqual([]);
});

test('a build is listed once per use, without the globals of every build; what it must not do has its file', () => {
  const scripts = new Map([
    ['a.js', 'localStorage.a; localStorage.b; window.tessera_lottery_1 = window["chunks " + f()] = 1; caches.x;'],
    ['b.js', 'window.hook = 1; window.tessera_assets_1 = 1; document.cookie;'],
  ]);
  expect(usesOfBuild(scripts, 'tessera_lottery_1')).toEqual({
    uses: ['globals: hook', 'globals: tessera_assets_1', 'localStorage'],
    forbidden: ['a.js touches the caches of the worker', 'b.js touches cookies'],
  });
});

test('a script that is nested without end is refused as one that cannot be read', () => {
  expect(() => readUses('['.repeat(200_000))).toThrow(SyntaxError);
  expect(() => readUses(`${'a.'.repeat(50_000)}caches`)).not.toThrow(RangeError);
});
