// What the demo workspace holds.
import {
  BOOKSHOP_COMMITS,
  type DemoCommit,
  type DemoRelease,
  GUIDE_RELEASES,
  ORDERS_RELEASES,
} from './story.ts'

export const WORKSPACE = { slug: 'demo', name: 'Demo Commerce' }
export const DOMAIN = 'demo.waymark.localhost'

export interface DemoPerson {
  role: 'owner' | 'maker' | 'viewer' | 'guest'
  first: string
  last: string
}

export const PEOPLE: [DemoPerson, ...DemoPerson[]] = [
  { role: 'owner', first: 'Ada', last: 'Okafor' },
  { role: 'maker', first: 'Milo', last: 'Berg' },
  { role: 'viewer', first: 'Vera', last: 'Lindqvist' },
  { role: 'guest', first: 'Gus', last: 'Romero' },
]

/** The colours of the workspace, where its people and the readers of its public documentation see them. */
export const THEME = {
  'color-sidebar-bg': '#12233f',
  'color-on-sidebar': '#e8eef8',
  'color-primary': '#1d4ed8',
  'color-accent': '#a21caf',
  'color-sidebar-border': '#24406b',
}

export const GROUPS = [
  {
    name: 'Commerce',
    description: 'What our shops and partners build on.',
    visibility: 'internal',
    icon: 'credit-card',
    icon_color: '#1D4ED8',
  },
  {
    name: 'Foundations',
    description: 'Rules and parts that every API shares.',
    visibility: 'internal',
    icon: 'compass',
    icon_color: '#0F766E',
  },
] as const

export interface DemoProject {
  /** Folder below content/, with the files as they lie in the project; null for the handbook, which is this repository's docs/. */
  folder: string | null
  name: string
  slug: string
  description: string
  visibility: 'internal' | 'private' | 'public'
  flavor: 'design' | 'style_guide' | 'design_library'
  type: 'web' | 'cli' | 'local'
  group: (typeof GROUPS)[number]['name'] | null
  icon_name: string
  icon_color: string
  pinned?: true
  /** Given to the guest. */
  shared?: true
  /** Gets Waymark's own description as reference/waymark.json. */
  describesWaymark?: true
  /** The oldest first. */
  releases?: readonly DemoRelease[]
  /** In the order in which they were pushed. */
  pushes?: readonly DemoCommit[]
}

export const PROJECTS: DemoProject[] = [
  {
    folder: 'orders',
    name: 'Orders API',
    slug: 'orders-api',
    description: 'Place orders, follow them to the door, and take them back.',
    visibility: 'internal',
    flavor: 'design',
    type: 'web',
    group: 'Commerce',
    icon_name: 'credit-card',
    icon_color: '#1D4ED8',
    pinned: true,
    releases: ORDERS_RELEASES,
  },
  {
    folder: 'bookshop',
    name: 'Bookshop API',
    slug: 'bookshop-api',
    description: 'The catalogue that partners connect to. Shared with them one by one.',
    visibility: 'private',
    flavor: 'design',
    type: 'cli',
    group: 'Commerce',
    icon_name: 'book',
    icon_color: '#BE185D',
    shared: true,
    pushes: BOOKSHOP_COMMITS,
  },
  {
    folder: 'style-guide',
    name: 'API style guide',
    slug: 'api-style-guide',
    description: 'How we design APIs, with one that follows every rule.',
    visibility: 'internal',
    flavor: 'style_guide',
    type: 'web',
    group: 'Foundations',
    icon_name: 'compass',
    icon_color: '#0F766E',
    releases: GUIDE_RELEASES,
  },
  {
    folder: 'models',
    name: 'Commerce models',
    slug: 'commerce-models',
    description: 'Money, addresses, parties: the words of our business, once.',
    visibility: 'internal',
    flavor: 'design_library',
    type: 'local',
    group: 'Foundations',
    icon_name: 'cube',
    icon_color: '#6D28D9',
  },
  {
    folder: 'waymark',
    name: 'Waymark API',
    slug: 'waymark-api',
    description: 'Everything this product does, by HTTP.',
    visibility: 'public',
    flavor: 'design',
    type: 'web',
    group: null,
    icon_name: 'map',
    icon_color: '#4338CA',
    pinned: true,
    describesWaymark: true,
  },
  {
    folder: null,
    name: 'Waymark handbook',
    slug: 'waymark-handbook',
    description: 'How to write, administer and run things here. Search for what you want to do.',
    visibility: 'internal',
    flavor: 'design',
    type: 'local',
    group: null,
    icon_name: 'book',
    icon_color: '#0369A1',
  },
]

export const HOME_CONTENT = `# Welcome to Demo Commerce

This is where our APIs are described, discussed and read.

## Start here

- **[Orders API](/docs/orders-api)**: sell something. Begin with *Getting started*.
- **[API style guide](/docs/api-style-guide)**: before you design something new.
- **[Commerce models](/docs/commerce-models)**: before you describe money or an address once more.
- **[Waymark API](/docs/waymark-api)**: automate what you do here.
- **[Waymark handbook](/docs/waymark-handbook)**: how to do things here. Press Ctrl K and ask.

## What goes on

- Milo [proposes](/proposals) that returns can be dropped off at a parcel shop, and waits for a review.
- Orders and Bookshop keep to the [style guide](/docs/api-style-guide). What they still owe it stands under [Problems](/admin/problems).

## Ask

Questions go to the commerce platform team. If a page left you with one, the page is wrong: tell us.
`

/** E-mail address of a demo person. */
export function emailOf({ role }: DemoPerson): string {
  return `${role}@${DOMAIN}`
}

/** Password of a demo person: known to everybody, for an installation that shows it at every start. */
export function passwordOf({ role }: DemoPerson): string {
  return `waymark-${role}`
}
