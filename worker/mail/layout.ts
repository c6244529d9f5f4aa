// The one layout of every mail: tables and inline styles, because that is what mail programs understand.

export interface Letter {
  subject: string
  /** Heading inside the mail. */
  title: string
  /** Paragraphs above what the mail is about. */
  intro: string[]
  /** A code in large type. */
  code?: string
  button?: { label: string; url: string }
  links?: { name: string; url: string }[]
  /** Small print. */
  notes: string[]
}

export interface Brand {
  name: string
  url: string
  logo?: string
  colour?: string
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const COLOUR = '#4338CA'

/** Makes text safe inside HTML, in attributes too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** The mail as HTML. Everything in letter and brand is text and gets escaped here. */
export function layout(letter: Letter, brand: Brand): string {
  const colour = brand.colour ?? COLOUR
  const parts = [
    `<h1 style="${FONT};font-size:20px;line-height:28px;color:#111827;margin:0 0 16px">${escapeHtml(letter.title)}</h1>`,
    ...letter.intro.map((text) => paragraph(text, '#374151', 15)),
    letter.code ? codeBlock(letter.code) : '',
    letter.links ? linkList(letter.links, colour) : '',
    letter.button ? button(letter.button, colour) : '',
    ...letter.notes.map((text) => paragraph(text, '#6B7280', 13)),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(letter.subject)}</title></head>
<body style="margin:0;background:#F3F4F6">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#FFFFFF;border-radius:8px;border-top:4px solid ${colour}">
<tr><td style="padding:24px 32px 0">${heading(brand)}</td></tr>
<tr><td style="padding:16px 32px 28px">
${parts.filter(Boolean).join('\n')}
</td></tr></table>
<p style="${FONT};font-size:12px;color:#6B7280;margin:16px 0 0">Sent by <a href="${escapeHtml(brand.url)}" style="color:#6B7280">${escapeHtml(brand.name)}</a></p>
</td></tr></table>
</body>
</html>
`
}

/** The same mail for programs and people that read plain text. */
export function plain(letter: Letter, brand: Brand): string {
  const blocks = [
    letter.title,
    ...letter.intro,
    letter.code ?? '',
    (letter.links ?? []).map(({ name, url }) => `${name}: ${url}`).join('\n'),
    letter.button ? `${letter.button.label}: ${letter.button.url}` : '',
    ...letter.notes,
    `-- \n${brand.name}\n${brand.url}`,
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function heading({ name, logo }: Brand): string {
  if (logo)
    return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="32" style="display:block;height:32px;max-width:200px">`
  return `<span style="${FONT};font-size:15px;font-weight:600;color:#111827">${escapeHtml(name)}</span>`
}

function paragraph(text: string, colour: string, size: number): string {
  return `<p style="${FONT};font-size:${size}px;line-height:${size + 7}px;color:${colour};margin:0 0 16px">${escapeHtml(text)}</p>`
}

function codeBlock(code: string): string {
  return `<p style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;letter-spacing:8px;font-weight:600;color:#111827;background:#F3F4F6;border-radius:6px;text-align:center;padding:16px 8px;margin:0 0 16px">${escapeHtml(code)}</p>`
}

function linkList(links: { name: string; url: string }[], colour: string): string {
  const items = links.map(
    ({ name, url }) =>
      `<li style="margin:0 0 8px"><a href="${escapeHtml(url)}" style="color:${colour};font-weight:600">${escapeHtml(name)}</a><br><span style="font-size:13px;color:#6B7280">${escapeHtml(url)}</span></li>`,
  )
  return `<ul style="${FONT};font-size:15px;line-height:22px;padding-left:20px;margin:0 0 16px">${items.join('')}</ul>`
}

function button({ label, url }: { label: string; url: string }, colour: string): string {
  return `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" style="${FONT};display:inline-block;background:${colour};color:#FFFFFF;font-size:15px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:6px">${escapeHtml(label)}</a></p>`
}
