// What the pages of documentation are to readers without a browser: search engines, link previews, agents. The server of
// the app asks for it and puts it into the page (docs/decisions/0162-the-first-html.md).
import { identify } from '../_shared/auth/identify.ts'
import { openToBearers } from '../_shared/http/cors.ts'
import { createFunction } from '../_shared/http/serve.ts'
import { pagesRoutes } from './routes.ts'

const app = createFunction(
  'pages',
  (prepared) => {
    prepared.use(openToBearers)
    prepared.use(identify)
  },
  pagesRoutes(),
)

Deno.serve(app.fetch)
