// What has happened in the demo workspace: releases, commits, who keeps to which rules, and what is proposed.
import type { Edit } from './past.ts'

export interface DemoRelease {
  version: string
  notes: string
  /** How the files of then differ from those of the release behind it; none for the newest, which is what content/ has. */
  before: readonly Edit[]
}

export interface DemoCommit {
  branch: string
  message: string
  author: { name: string; email: string }
  /** When, as ISO 8601 in UTC. */
  at: string
  /** How its files differ from those of content/. */
  edits: readonly Edit[]
}

const orders = 'reference/orders.yaml'
const bookshop = 'reference/bookshop.yaml'
const ada = { name: 'Ada Okafor', email: 'ada@example.com' }
const milo = { name: 'Milo Berg', email: 'milo@example.com' }

export const ORDERS_RELEASES: readonly DemoRelease[] = [
  {
    version: '2.3.0',
    notes: 'Partners are told when an order was delivered.',
    before: [
      { path: orders, replace: ['version: 2.4.0', 'version: 2.3.0'] },
      { path: orders, cut: ['  - name: Returns\n', 'security:\n'] },
      { path: orders, cut: ['  /returns:\n', '  /health:\n'] },
      { path: orders, cut: ['    NewReturn:\n', '    Problem:\n'] },
      { path: orders, cut: ['      deprecated: true\n', '      parameters:\n'] },
    ],
  },
  {
    version: '2.4.0',
    notes:
      'Returns: announce one within 30 days of delivery, and print its label.\n\n`cancelOrder` is deprecated: change the `state` of an order instead.',
    before: [],
  },
]

export const GUIDE_RELEASES: readonly DemoRelease[] = [
  { version: '1.0.0', notes: 'The rules that we agreed on.', before: [] },
]

export const BOOKSHOP_COMMITS: readonly DemoCommit[] = [
  {
    branch: 'main',
    message: 'Describe the catalogue',
    author: milo,
    at: '2026-03-02T09:12:00Z',
    edits: [
      { path: bookshop, replace: ['version: 1.3.0', 'version: 1.0.0'] },
      { path: bookshop, cut: ['  /books/{isbn}/cover:\n', 'components:\n'] },
      { path: bookshop, cut: ['    Review:\n', '    Error:\n'] },
    ],
  },
  {
    branch: 'main',
    message: 'Let readers review books\n\nThey sign in with OAuth; a review shows once somebody has read it.',
    author: ada,
    at: '2026-06-23T08:05:00Z',
    edits: [
      { path: bookshop, replace: ['version: 1.3.0', 'version: 1.2.0'] },
      { path: bookshop, cut: ['  /books/{isbn}/cover:\n', '  /books/{isbn}/reviews:\n'] },
    ],
  },
  { branch: 'main', message: 'Upload covers', author: milo, at: '2026-09-08T15:27:00Z', edits: [] },
  {
    branch: 'wishlists',
    message: 'Sketch wishlists',
    author: milo,
    at: '2026-10-19T10:51:00Z',
    edits: [
      { path: bookshop, replace: ['version: 1.3.0', 'version: 1.4.0'] },
      {
        path: bookshop,
        replace: [
          '  /authors/{id}:\n',
          `  /wishlists/{id}:
    get:
      tags: [Books]
      operationId: getWishlist
      summary: Get a wishlist
      security: [{ reader: [reviews] }]
      parameters:
        - name: id
          in: path
          required: true
          schema: { type: string }
      responses:
        '200':
          description: The books on it.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/Book' }
        '404': { $ref: '#/components/responses/NotFound' }
  /authors/{id}:
`,
        ],
      },
    ],
  },
]

/** Which projects keep to which style guide, by their slugs. */
export const GUIDED = { by: 'api-style-guide', projects: ['orders-api', 'bookshop-api'] } as const

export const WAIVER = {
  project: 'bookshop-api',
  rule: 'errors-are-problems',
  reason: 'The tills read `message`. They are replaced by the end of the year.',
  days: 120,
} as const

export const PROPOSAL = {
  project: 'orders-api',
  folder: 'orders',
  version: 'parcel-shops',
  title: 'Drop returns off at a parcel shop',
  description:
    'A third of our customers asked for it. `GET /parcel-shops` finds one near an address; a return says how the parcel comes back.',
  node: `/${orders}/paths/~1returns/post`,
  question:
    '`drop_off` is required here, so that every client that announces returns today breaks. It could be optional and mean `pickup`. @owner, what do the shops send by now?',
  edits: [
    { path: orders, replace: ['version: 2.4.0', 'version: 2.5.0'] },
    {
      path: orders,
      replace: ['required: [order_id, lines, reason]', 'required: [order_id, lines, reason, drop_off]'],
    },
    {
      path: orders,
      replace: [
        '        reason: { type: string, enum: [damaged, wrong_item, not_wanted] }\n',
        `        reason: { type: string, enum: [damaged, wrong_item, not_wanted] }
        drop_off: { type: string, enum: [pickup, parcel_shop], description: How the parcel comes back to us. }
        parcel_shop_id: { type: string, description: 'Where it is left; see \`listParcelShops\`.' }
`,
      ],
    },
    {
      path: orders,
      replace: [
        '  /health:\n',
        `  /parcel-shops:
    get:
      operationId: listParcelShops
      summary: List parcel shops
      description: The nearest first, at most 20.
      tags: [Returns]
      parameters:
        - name: near
          in: query
          required: true
          description: A postal code and a country.
          schema: { type: string }
          example: T12 X4Y5, IE
      responses:
        '200':
          description: Where a return can be left.
          content:
            application/json:
              schema:
                type: array
                items: { $ref: '#/components/schemas/ParcelShop' }
        '401': { $ref: '#/components/responses/Unauthorized' }
  /health:
`,
      ],
    },
    {
      path: orders,
      replace: [
        '    Problem:\n      type: object\n',
        `    ParcelShop:
      title: Parcel shop
      type: object
      required: [id, name, address]
      properties:
        id: { type: string }
        name: { type: string }
        address: { $ref: '#/components/schemas/Address' }
    Problem:
      type: object
`,
      ],
    },
  ],
} as const satisfies { edits: readonly Edit[]; [name: string]: unknown }
