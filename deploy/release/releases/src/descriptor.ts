import { byLanguage } from '@tessera/bus/languages';
import { z } from 'zod';
import { remoteName } from './names.ts';
import { ReleaseError } from './release-error.ts';

const text = z.string().trim().min(1, 'must not be empty').max(200);

/** One text in every language. */
const everyLanguage = z.strictObject(byLanguage(() => text));

/** Static path without parameters: `/pages/<group>/<page>`, or `/` for the index page. */
const routePath = z.string().regex(/^\/(pages(\/[A-Za-z0-9_-]+)+)?$/, 'must be of the form /pages/<group>/<page>');

/** Who may open a route: guests, logged-in users, or users with a verified identity. */
const access = z.enum(['guest', 'user', 'verified']);

/** `string`, `number` (an integer) or a set of values, `buy|sell`; a trailing `?` makes it optional. */
const paramKind = z
  .string()
  .regex(/^(string|number|[a-z0-9_-]+(\|[a-z0-9_-]+)+)\??$/, 'must be string, number or values such as buy|sell');

/** Parameters of a screen, as links to it name them. */
export const paramsSchema = z.record(z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, 'must be a name'), paramKind);

const fieldPath = z.string().regex(/^[a-z_]+(\.[a-z_]+){0,3}$/, 'must be names of fields such as media.pictures');

/** What a page asks for before the screen's scripts are there. */
const firstRequest = z.strictObject({
  call: z
    .string()
    .max(200)
    .regex(/^(\/[A-Za-z][\w-]*)+\?([\w-]+=[\w.-]+)(&[\w-]+=[\w.-]+)*$/, 'must be a path below /api with its query'),
  pictures: z
    .strictObject({
      rows: fieldPath,
      sources: fieldPath,
      sizes: z.string().regex(/^\d{1,3}(px|vw)$/, 'must be a width such as 160px'),
      count: z.int().min(1).max(6),
    })
    .optional(),
});

/** Path data of a 24 × 24 icon drawn with a 1.75 stroke. */
const iconPath = z.string().regex(/^[MmZzLlHhVvCcSsQqTtAa0-9\s,.+-]+$/, 'must be SVG path data');

const route = z.strictObject({
  path: routePath,
  access,
  /** Key of the title in the remote's own texts. */
  title: z.string().min(1),
  /** The screen's folder below `src/pages`. */
  module: z.string().min(1),
  params: paramsSchema.optional(),
  first: firstRequest.optional(),
  /** Where the screen is listed as a service: `/h5/icons/pages/nft/nft.svg`. */
  icon: iconPath.max(1_000).optional(),
  /** Where the page is wide: a list stays beside what is opened from it, a desk has all of the width. */
  wide: z.enum(['list', 'desk']).optional(),
});

/** The host's own screens: `host/screens.json`. */
export const hostScreensSchema = z.strictObject({
  routes: z.array(route.omit({ access: true, title: true, icon: true })).min(1),
});

/** A place in the bottom bar. */
const tab = z.strictObject({
  order: z.int().min(0).max(99),
  path: routePath,
  label: everyLanguage,
  icon: iconPath,
});

/** What is known of a remote before its first version: its place in the bottom bar, and which screens it will serve. */
export const announcedSchema = z.strictObject({
  tab: tab.optional(),
  routes: z
    .array(route.pick({ path: true, access: true }))
    .min(1)
    .max(200),
});

export type Announced = z.infer<typeof announcedSchema>;

const fields = {
  name: remoteName,
  title: everyLanguage,
  /** The team, how it is reached, and how much depends on the remote: shown beside its releases. */
  owner: text.optional(),
  contact: text.optional(),
  tier: z.enum(['critical', 'standard']).optional(),
  /** What the remote asks of its releases: a ramp before a promotion, another member than the one who published. */
  release: z.strictObject({ ramp: z.literal(true).optional(), members: z.literal(2).optional() }).optional(),
  tab: tab.optional(),
  routes: z.array(route).min(1, 'must name at least one route').max(200),
  /** Whether an open page may swap this remote on the next navigation. */
  swap: z.enum(['allow', 'ask', 'block']),
  /** KiB after brotli that any of its screens may load of it: entry, scripts, styles and one language. */
  budget: z.number().positive().max(2_000),
};

function checkPaths(
  descriptor: Pick<z.infer<z.ZodObject<typeof fields>>, 'routes' | 'tab'>,
  context: z.core.$RefinementCtx,
): void {
  const paths = new Set<string>();
  for (const [index, { path }] of descriptor.routes.entries()) {
    if (paths.has(path)) {
      context.addIssue({ code: 'custom', path: ['routes', index, 'path'], message: `${path} is named twice` });
    }
    paths.add(path);
  }
  if (descriptor.tab && !paths.has(descriptor.tab.path)) {
    context.addIssue({ code: 'custom', path: ['tab', 'path'], message: 'must be one of the routes' });
  }
}

export const descriptorSchema = z.strictObject(fields).superRefine(checkPaths);

/** Records of before also have the ranges of shared packages, as their remotes stated them: contracts have those of the build. */
export const storedDescriptorSchema = z
  .strictObject({ ...fields, shared: z.record(z.string(), z.string()).optional() })
  .superRefine(checkPaths);

export type Descriptor = z.infer<typeof descriptorSchema>;

/** What a descriptor announces. */
export const announcedBy = ({ tab, routes }: Descriptor): Announced => ({
  ...(tab ? { tab } : {}),
  routes: routes.map(({ path, access }) => ({ path, access })),
});

/** `routes.2.path: must be …`, one line per fault. */
export const faultsOf = (error: z.ZodError): string =>
  error.issues.map((issue) => `${issue.path.join('.') || '(whole)'}: ${issue.message}`).join('\n  ');

/** Reads a `remote.json`; throws an error that lists every fault. `where` is used in the message. */
export function parseDescriptor(json: unknown, where: string): Descriptor {
  const result = descriptorSchema.safeParse(json);
  if (result.success) return result.data;
  throw new ReleaseError('descriptor_invalid', `${where} is not a valid descriptor:\n  ${faultsOf(result.error)}`);
}
