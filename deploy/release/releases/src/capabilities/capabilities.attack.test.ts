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
  peer: [
    'new RTCPeerConnection();',
    'new window["RTCPeerConnection"]();',
    'ReactDOM.prefetchDNS(text + ".elsewhere.example");',
    'const { preconnect } = dom; preconnect(url);',
  ],
  'peer: dns-prefetch': [
    'link.rel = "dns-prefetch";',
    'jsx("link", { rel: "dns-prefetch", href: url });',
    'link.setAttribute("rel", `dns-prefetch`);',
  ],
  'peer: preconnect': [
    'link.relList.add("preconnect");',
    'link.rel = "PRECONNECT";',
    'link.rel = "stylesheet preconnect";',
  ],
  'session: tessera.host.token': [
    'localStorage.getItem("tessera.host.token");',
    'localStorage["tessera." + "host.token"];',
    'const k = `tessera.host.token`;',
  ],
  'session: host.token': ['storedValue({ name: "host.token" });'],
  'session: clear': ['localStorage.clear();', 'window["sessionStorage"].clear();'],
  'navigation: its own origin': [
    'location.assign("/h5/#/pages/a");',
    `location.replace(\`#\${hash.slice(1)}\`);`,
    'location.href = "/h5/" + path;',
    'location.hash = anything;',
    'location.href = ok ? "/h5/" : "#/b";',
    'location.href = location.href;',
    'location.replace(location.href + "?" + query);',
    'location.assign(location.origin + "/h5/" + path);',
    `window.open(\`\${location.origin}/h5/\${path}\`);`,
    'const HOME = "/h5/#/"; location.assign(HOME);',
    'window.open("/h5/licences.json");',
  ],
  'navigation: history': ['history.pushState(null, "", "#/a");', 'window.history["replace" + "State"](null, "", at);'],
  'navigation: https://elsewhere.example': [
    'jsx("a", { href: "https://elsewhere.example/a?b", children: "elsewhere" });',
  ],
  'navigation: a computed href': [
    'jsx("a", { href: row.url });',
    'node.href = url;',
    'node.setAttribute("href", url);',
  ],
  'navigation: a computed location': ['row.location = url;'],
  'leaving: location': [
    'location = url;',
    'window.location = "//" + host;',
    'document["loca" + "tion"] = url;',
    'document.defaultView.location = url;',
    'node.ownerDocument.location = url;',
    'go(window.location);',
    'Object.assign(location, { href: url });',
    'Reflect.set(location, "href", url);',
    'const { assign } = location; assign(url);',
    'list = [location];',
    'l = location;',
    'const go = () => location;',
    'const { location: { assign } } = window;',
    '[location = 1] = [url];',
    'const d = document; d.location = url;',
    'var w = window; w.location = url;',
    'const a = window, b = a, c = b; c.location = url;',
    '(function (w) { w.location = url; })(window);',
    '((w = self) => { w.location = url; })();',
    'const { top: t } = window; t.location = url;',
    'const { self: { document: d } } = window; d.location = url;',
    '(0, window).location = url;',
    '(window || self).location = url;',
    'const w = typeof window === "undefined" ? {} : window; w.location = url;',
    'const w = open("/h5/licences.json"); w.location = url;',
    'window.opener.location = url;',
    'frame.contentWindow.top.location = url;',
    'frame.contentDocument.location = url;',
    'event.view.location = url;',
    'event.currentTarget.location = url;',
    'Reflect.set(window, "location", url);',
    'Object.assign(window, { location: url });',
    'Object.defineProperty(document, "location", { value: url });',
    'list.push(Reflect.get(window, "location"));',
    `go\`\${location}\`;`,
    'const URL = (l) => l.assign(url); URL(location);',
    '[location] = [url];',
    'for (location of [url]);',
  ],
  'leaving: location https://elsewhere.example': ['self.location = "https://elsewhere.example/";'],
  'leaving: location.href': [
    'location.href = url;',
    'const l = location; l.href = url;',
    'let l; l = window.location; l.href = url;',
    'let l = document; l = location; l.href = url;',
    'let l = location; l = window; l.location.href = url;',
    'const l = window?.location; l.href = url;',
    'const l = typeof location === "undefined" ? {} : location; l.href = url;',
    'const { location: l } = window; l.href = url;',
    'const { location: l = 1 } = document; l.href = url;',
    'globalThis["location"].href = url;',
    'document.location.href = url;',
    'row.location.href = url;',
    'Reflect.get(window, "location").href = url;',
    'const l = location; [l.href] = [url];',
    'location.href = ok ? "/h5/" : url;',
    'location.href = url || "/h5/";',
    'const to = "/h5/" ? url : 1; location.href = to;',
    'let to = "/h5/"; to = url; location.href = to;',
    'location.href = location.origin + host;',
    'location.href = location.pathname + location.search;',
    `window["location"]["href"] = \`//\${host}\`;`,
    'location.href += url;',
    '[location.href] = [url];',
    '({ a: location.href } = { a: url });',
    'for (location.href of [url]);',
    '[location.href = 1] = [url];',
  ],
  'leaving: location.host': [
    'location.host = host;',
    'location.host = "elsewhere.example";',
    'location.host += ".elsewhere.example";',
  ],
  'leaving: location.assign': [
    'location.assign(url);',
    `window.location.assign(\`\${base}/a\`);`,
    'location["assign"]("/" + path);',
    'location?.assign(url);',
    'const l = location || 0; l.assign(url);',
    'const l = location ?? 0; l.assign(url);',
    'top.location.assign(url);',
    'parent.location.assign(url);',
    'self.location.assign(url);',
    'event.view.location.assign(url);',
    'const go = location.assign.bind(location); go(url);',
  ],
  'leaving: location.assign https://elsewhere.example': [
    'location.assign("//elsewhere.example/?" + "a");',
    'location.assign("/\\\\elsewhere.example");',
  ],
  'leaving: location.replace': ['location.replace(url);', 'document.location.replace(url);'],
  'leaving: location[…]': ['location[name()](url);'],
  'leaving: open': [
    'window.open(url);',
    'open(url);',
    'const { open } = self; open(url);',
    'const f = window.open; f(url);',
    '(0, window.open)(url);',
    '({ open: f } = window);',
    'document.open(url, "", "");',
    'open();',
    'window.open("");',
    'const w = window; w.open(url);',
    'frame.contentWindow.open(url);',
    'Reflect.get(window, "open")(url);',
  ],
  'leaving: open https://elsewhere.example': [
    'top.open("https://elsewhere.example/a");',
    'open("https://elsewhere.example/a");',
  ],
  'leaving: navigation.navigate': [
    'navigation.navigate(url);',
    'window.navigation.navigate(url);',
    'navigation[name()](url);',
  ],
  'leaving: navigation': ['const n = navigation; n.navigate(url);', 'go(window.navigation);'],
  'pressing: <a>': [
    'const a = document.createElement("a"); a.href = url;',
    'page.createElement("A");',
    'document.createElement("a", {});',
    'const d = document; d.createElement("a", null);',
    'document.createElementNS("http://www.w3.org/2000/svg", "a");',
  ],
  'pressing: <form>': ['document.createElement("form").submit();'],
  'pressing: <meta>': ['document.createElement(`meta`);'],
  'pressing: http-equiv': [
    'Reflect.set(node, "httpEquiv", "refresh");',
    'jsx("meta", { httpEquiv: "refresh", content: "0;url=" + url });',
    'node.httpEquiv = "refresh";',
    'node.setAttribute("http-equiv", "refresh");',
  ],
  'pressing: click()': [
    'node.click();',
    'ref.current?.click();',
    'node["click"]();',
    'node.click(1);',
    'HTMLElement.prototype.click.call(node);',
    'Reflect.get(node, "click").call(node);',
    'Reflect.get(HTMLElement.prototype, `cl` + `ick`).call(node);',
    'Reflect.apply(Reflect.get(node, "click"), node, []);',
    'Object.getOwnPropertyDescriptor(HTMLElement.prototype, "click").value.call(node);',
    'const { click } = HTMLElement.prototype; click.call(node);',
  ],
  'pressing: a made event': [
    'node.dispatchEvent(new MouseEvent("click"));',
    'node.dispatchEvent(new window.PointerEvent(type));',
    'document.createEvent("MouseEvents");',
    'node.dispatchEvent(new WheelEvent("click"));',
    'const M = MouseEvent; new M("click");',
    'const M = window.PointerEvent; new M("click");',
    'class Press extends PointerEvent {}',
    'Reflect.construct(MouseEvent, ["click"]);',
  ],
  'pressing: href https://elsewhere.example': ['node.href = "https://elsewhere.example/a";'],
  'pressing: action https://elsewhere.example': [
    'form.action = "https://elsewhere.example/a";',
    'form.setAttribute("action", "https://elsewhere.example/a");',
  ],
  'pressing: href mailto:': ['node.href = "mailto:a@elsewhere.example";'],
  'session: tessera': ['indexedDB.open("tessera");', 'self.indexedDB.deleteDatabase("tessera", 1);'],
};

/* Names of elements' members that are computed are listed: what they press is not known. */
test.each([
  'document.querySelector("a")[key]();',
  'ref.current?.[key]();',
  'event.target[key]();',
  'const node = document.getElementById("a"); node[key]();',
  'let node; node = list.closest("a"); node[key()]();',
  'const press = event.currentTarget[["cl", "ick"].join("")];',
  'Reflect.get(node, key).call(node);',
  'Reflect.set(node, key, url);',
  'Object.getOwnPropertyDescriptor(event.target, key);',
])('%s is listed as unseen', (text) => {
  expect(found(text)).toContain('unseen');
});

describe.each(Object.entries(WAYS))('%s', (use, ways) => {
  test.each(ways)('is seen in %s', (text) => {
    expect(found(text)).toContain(use);
  });
});

test.each([
  'const caches = new Map(); caches.get("a");',
  'rows[index](); const table = {}; table[key]; Object.getOwnPropertyDescriptor(source, key); Reflect.get(row, "name");',
  'function f({ caches }, Worker) { caches.x; new Worker(); }',
  'try {} catch (localStorage) { localStorage.x; }',
  'const row = { cookie: 1, caches: 2, serviceWorker: 3 };',
  'if ("serviceWorker" in navigator && typeof window !== "undefined") f();',
  'value instanceof Function; Function.prototype.call.call(f);',
  'class eval2 { clear() { this.clear(); } }',
  'const text = t("cookies", "host"); map.clear(); list.open("tessera-chart");',
  'let hook; hook = 1; for (const each of list) each.hook = 1;',
  'x: for (;;) break x;',
  `share({ url: location.href }); const here = \`\${location}\`; const base = globalThis.location + "";`,
  'const { hash, pathname: path } = location; new URL("a", location); typeof location; location.reload(); location && f();',
  'function f(location, open) { location.assign(x); open(x); } row.location; list.open(x); text.replace(a, b);',
  'state.action = next; jsx("p", { action: next, formAction: save }); React.createElement("a", { title: "b" }); jsx("a", { href: "#/b" });',
  'var s = document.createElement("link"); s.rel = "stylesheet"; s.href = address;',
  'const l = location; f(l.href); const { hash } = l; let m; m = window.location; g(m.search);',
  'const { location, history } = window; f(location.pathname, history.length);',
  'const { location: { href, origin } } = window; f(href, origin);',
  'const at = location ? location.hash : ""; while (location) f(); window.location || f();',
  'function f(location) { location = 1; } let l = location; l = 2;',
  'row.location.replace(/a/, "b"); row.location = "Berlin"; const { location } = row; location.assign(x);',
  'h.createElement("form", null, fields); h.createElement("a", this.props); h.createElement("a", Object.assign({}, a));',
  'event instanceof MouseEvent; typeof PointerEvent; const down = window.PointerEvent ? 1 : 2; MouseEvent.prototype;',
  'if (entry.type === "prerender") f(); const text = "We preconnect your phone to it"; label("prefetch");',
  'input.showPicker(); form.requestSubmit(); store.assign(task);',
  'if ("navigation" in window) watch(); new Event("click"); new MouseEvent("mousemove"); this.click = null; const state = history.state;',
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
    forbidden: [
      'a.js touches the caches of the worker: keep values with @tessera/storage',
      'b.js touches cookies: keep values with @tessera/storage',
    ],
  });
});

test('links are listed by where they lead; a page that leaves by itself is named with what does', () => {
  const scripts = new Map([
    ['a.js', 'jsx("a", { href: "https://help.example/a" }); location.assign(f() + "?" + token);'],
  ]);
  expect(usesOfBuild(scripts, 'tessera_lottery_1')).toEqual({
    uses: ['navigation: https://help.example'],
    forbidden: [
      'a.js touches ways out of the page, other than to a fixed address of its own origin (location.assign): open screens with useOpenScreen(), other sites with a link or the screen /pages/common/webView',
    ],
  });
});

test.each([
  [
    'location.href = "https://elsewhere.example/?" + token',
    'other sites with a link or the screen /pages/common/webView',
  ],
  ['open(url)', 'open screens with useOpenScreen()'],
  ['link.click()', 'save files with saveFile or downloadFrom of @tessera/ui/content'],
  ['document.createElement("form")', 'render links with React'],
  ['field.current.click()', 'open a picker of files with the label of its field'],
  ['link.rel = "preconnect"', 'make calls with @tessera/api'],
  ['document.cookie', 'keep values with @tessera/storage'],
  ['storedValue({ name: "host.token" })', 'read the session with @tessera/session'],
  ['navigator.serviceWorker.register(url)', 'leave the worker to the host'],
])('%s is refused with what to do instead', (text, instead) => {
  expect(usesOfBuild(new Map([['a.js', text]]), 'x').forbidden).toEqual([
    expect.stringMatching(/^a\.js touches .*: .*/),
  ]);
  expect(usesOfBuild(new Map([['a.js', text]]), 'x').forbidden.join()).toContain(instead);
});

test('a long address does not fill the report', () => {
  const { forbidden } = usesOfBuild(new Map([['a.js', `open("https://${'a'.repeat(9_000)}")`]]), 'x');
  expect(forbidden).toHaveLength(1);
  expect(forbidden[0]?.length).toBeLessThan(400);
});

test('a script that hands the page on without end is refused as one that cannot be read', () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `a${index}`);
  const hand = names.map((name, index) => `${name} = a${index + 1};`).join('');
  expect(() => readUses(`var ${names}, a2000; (() => { ${hand} a2000 = window; })()`)).toThrow(SyntaxError);
  expect(found('var a, b; const f = () => { a = b; }; b = window; f(); a.location = url;')).toContain(
    'leaving: location',
  );
});

test('a script that is nested without end is refused as one that cannot be read', () => {
  expect(() => readUses('['.repeat(200_000))).toThrow(SyntaxError);
  expect(() => readUses(`${'a.'.repeat(50_000)}caches`)).not.toThrow(RangeError);
  expect(() => readUses(`${'window.'.repeat(20_000)}caches`)).toThrow(SyntaxError);
});
