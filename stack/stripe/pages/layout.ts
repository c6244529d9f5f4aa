// The frame of the double's pages: what is bought beside how it is paid, and that no money moves.
import { type Html, html } from './html.ts'
import { STYLE } from './style.ts'

export interface Page {
  status: number
  body: string | Buffer
  headers: Record<string, string>
}

// Forms answer with redirects to the product, which stands elsewhere.
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'"

export function page(title: string, content: Html, status = 200): Page {
  const document = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${STYLE}</style>
</head>
<body>
<header class="notice"><strong>Test payments.</strong> This page stands in for Stripe on this machine. No money moves, and no real card is taken.</header>
${content}
</body>
</html>`
  return {
    status,
    body: document.text,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    },
  }
}

/** Goes to another page; the browser asks for it with GET. */
export function redirect(to: string): Page {
  return { status: 303, body: '', headers: { location: to } }
}

/** One sentence, and where to go from there. */
export function message(
  title: string,
  sentence: string,
  status = 200,
  link?: { to: string; label: string },
): Page {
  return page(
    title,
    html`<main class="single"><h1>${title}</h1><p>${sentence}</p>${
      link && html`<p><a class="button" href="${link.to}">${link.label}</a></p>`
    }</main>`,
    status,
  )
}
