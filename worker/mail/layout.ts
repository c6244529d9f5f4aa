// The one layout of every mail: tables and inline styles, because that is what mail programs understand. The classes
// are for those that know the reader's dark mode.
import { productColours } from '../../supabase/functions/_shared/domain/colours.ts'
import {
  contrastOf,
  inkOn,
  readableOn,
  readableRatio,
} from '../../supabase/functions/_shared/domain/theme.ts'
import type { Brand, Letter } from './letter.ts'

const { light, dark } = productColours
/** Running text is a little softer than headings. */
const TEXT = { light: '#3a4442', dark: '#cbd3d0' }
const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
/** The rules of the reader's dark mode, with links in the brand's colour as far as it can be read there. */
const darkRules = (colour: string | undefined) => `
@media (prefers-color-scheme: dark) {
  .page { background: ${dark.page} !important }
  .card, .card td { background: ${dark.card} !important }
  .strong { color: ${dark.strong} !important }
  .text { color: ${TEXT.dark} !important }
  .soft { color: ${dark.soft} !important }
  .box { background: ${dark.box} !important; color: ${dark.strong} !important }
  .link { color: ${colour ? readableOn(colour, [dark.card]) : dark.primary} !important }
}`

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
  const colour = brand.colour ?? light.primary
  const parts = [
    `<h1 class="strong" style="${FONT};font-size:20px;line-height:28px;color:${light.strong};margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(letter.title)}</h1>`,
    ...letter.intro.map((text) => paragraph(text, 'text', TEXT.light, 15)),
    letter.code ? codeBlock(letter.code) : '',
    letter.facts ? factTable(letter.facts) : '',
    letter.links ? linkList(letter.links, readableOn(colour, [light.card])) : '',
    letter.button ? button(letter.button, colour) : '',
    ...letter.notes.map((text) => paragraph(text, 'soft', light.soft, 13)),
  ]
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(letter.subject)}</title><style>${darkRules(brand.colour)}</style></head>
<body class="page" style="margin:0;background:${light.page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table class="card" role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:${light.card};border-radius:8px;border-top:4px solid ${colour}">
<tr><td style="padding:24px 32px 0;text-align:left">${heading(brand)}</td></tr>
<tr><td style="padding:16px 32px 28px;text-align:left">
${parts.filter(Boolean).join('\n')}
</td></tr></table>
${footer(letter, brand)}
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
    (letter.facts ?? []).map(({ label, value }) => `${label}: ${value}`).join('\n'),
    (letter.links ?? [])
      .map(({ name, url, detail }) => `${name}${detail ? ` (${detail})` : ''}: ${url}`)
      .join('\n'),
    letter.button ? `${letter.button.label}: ${letter.button.url}` : '',
    ...letter.notes,
    `-- \n${brand.name}\n${brand.url}`,
    brand.poweredBy ? `Powered by ${brand.poweredBy.name}: ${brand.poweredBy.url}` : '',
    letter.unsubscribe ? `${letter.unsubscribe.label}: ${letter.unsubscribe.url}` : '',
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

function heading({ name, logo }: Brand): string {
  if (logo)
    return `<img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="32" style="display:block;height:32px;max-width:200px">`
  return `<span class="strong" style="${FONT};font-size:15px;font-weight:600;color:${light.strong};overflow-wrap:anywhere">${escapeHtml(name)}</span>`
}

function footer({ unsubscribe }: Letter, brand: Brand): string {
  const link = (url: string, text: string) =>
    `<a class="soft" href="${escapeHtml(url)}" style="color:${light.soft}">${escapeHtml(text)}</a>`
  const powered = brand.poweredBy ? ` · Powered by ${link(brand.poweredBy.url, brand.poweredBy.name)}` : ''
  const end = unsubscribe ? ` · ${link(unsubscribe.url, unsubscribe.label)}` : ''
  return `<p class="soft" style="${FONT};font-size:12px;color:${light.soft};margin:16px 0 0">Sent by ${link(brand.url, brand.name)}${powered}${end}</p>`
}

function paragraph(text: string, kind: string, colour: string, size: number): string {
  return `<p class="${kind}" style="${FONT};font-size:${size}px;line-height:${size + 7}px;color:${colour};margin:0 0 16px;overflow-wrap:anywhere">${escapeHtml(text)}</p>`
}

function codeBlock(code: string): string {
  return `<p class="box" style="font-family:ui-monospace,Menlo,Consolas,monospace;font-size:32px;letter-spacing:8px;font-weight:600;color:${light.strong};background:${light.box};border-radius:6px;text-align:center;padding:16px 8px;margin:0 0 16px">${escapeHtml(code)}</p>`
}

function factTable(facts: { label: string; value: string }[]): string {
  const rows = facts.map(
    ({ label, value }) =>
      `<tr><td class="soft" style="${FONT};font-size:13px;color:${light.soft};padding:4px 16px 4px 0;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td><td class="text" style="${FONT};font-size:13px;color:${TEXT.light};padding:4px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
  )
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 16px">${rows.join('')}</table>`
}

function linkList(links: { name: string; url: string; detail?: string }[], colour: string): string {
  const items = links.map(
    ({ name, url, detail }) =>
      `<li style="margin:0 0 8px;overflow-wrap:anywhere"><a class="link" href="${escapeHtml(url)}" style="color:${colour};font-weight:600">${escapeHtml(name)}</a><br><span class="soft" style="font-size:13px;color:${light.soft}">${escapeHtml(detail ?? url)}</span></li>`,
  )
  return `<ul class="text" style="${FONT};font-size:15px;line-height:22px;padding-left:20px;margin:0 0 16px">${items.join('')}</ul>`
}

function button({ label, url }: { label: string; url: string }, colour: string): string {
  return `<p style="margin:0 0 20px"><a href="${escapeHtml(url)}" style="${FONT};display:inline-block;background:${colour};color:${textOnFilled(colour)};font-size:15px;font-weight:600;text-decoration:none;padding:10px 20px;border-radius:6px">${escapeHtml(label)}</a></p>`
}

/** The card's own dark text, where it can be read on a colour; else black or white. */
function textOnFilled(colour: string): string {
  return contrastOf(light.strong, colour) >= readableRatio ? light.strong : inkOn(colour)
}
