// Other readers of API descriptions, each as npm has it: one script in a page, with a link to one operation.
export interface Operation {
  method: string
  path: string
  id: string
  tag: string | undefined
  /** Words of its description, which nothing but its own page shows. */
  sentence: string
}

export interface Reader {
  name: string
  /** Package and version whose files are served below `/code`. */
  package: string
  /** The page that reads `/description`. */
  page: string
  /** The fragment that leads to an operation. */
  fragment(operation: Operation): string
}

const page = (head: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>API</title>${head}</head><body>${body}</body></html>`

const slug = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')

export const readers: Reader[] = [
  {
    name: 'RapiDoc',
    package: 'rapidoc@9.3.8',
    page: page(
      '<script type="module" src="/code/dist/rapidoc-min.js"></script>',
      '<rapi-doc spec-url="/description" render-style="focused"></rapi-doc>',
    ),
    fragment: ({ method, path }) => `${method}-${path}`.replaceAll(/[\s#:?&={}]/g, '-'),
  },
  {
    name: 'Scalar',
    package: '@scalar/api-reference@1.76.0',
    page: page(
      '',
      '<div id="app"></div><script src="/code/dist/browser/standalone.js"></script><script>Scalar.createApiReference("#app", { url: "/description", withDefaultFonts: false })</script>',
    ),
    fragment: ({ method, path, tag }) =>
      `${tag === undefined ? '' : `tag/${slug(tag)}/`}${method.toUpperCase()}${path}`,
  },
  {
    name: 'Redoc',
    package: 'redoc@2.5.3',
    page: page(
      '',
      '<redoc spec-url="/description"></redoc><script src="/code/bundles/redoc.standalone.js"></script>',
    ),
    fragment: ({ id, tag }) => `${tag === undefined ? '' : `tag/${tag}/`}operation/${id}`,
  },
  {
    name: 'Elements',
    package: '@stoplight/elements@9.0.25',
    page: page(
      '<script src="/code/web-components.min.js"></script><link rel="stylesheet" href="/code/styles.min.css">',
      '<elements-api apiDescriptionUrl="/description" router="hash"></elements-api>',
    ),
    fragment: ({ id }) => `/operations/${id.replaceAll(/[^\w]+/g, '-')}`,
  },
  {
    name: 'Swagger UI',
    package: 'swagger-ui-dist@5.35.0',
    page: page(
      '<link rel="stylesheet" href="/code/swagger-ui.css"><script src="/code/swagger-ui-bundle.js"></script>',
      '<div id="ui"></div><script>SwaggerUIBundle({ url: "/description", dom_id: "#ui", deepLinking: true, docExpansion: "none" })</script>',
    ),
    fragment: ({ id, tag }) => `/${tag ?? 'default'}/${encodeURIComponent(id)}`,
  },
]
