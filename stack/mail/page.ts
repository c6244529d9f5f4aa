import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Mail } from './store.ts'

/** The inbox page and the policy that lets only its own script and style run. */
export function inboxPage(): { html: string; policy: string } {
  const html = readFileSync(join(import.meta.dirname, 'inbox.html'), 'utf8')
  const hash = (tag: string) => {
    const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(html) ?? []
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`
  }
  const policy = `default-src 'none'; script-src ${hash('script')}; style-src ${hash('style')}; connect-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'none'`
  return { html, policy }
}

/** A mail's body as a document of its own: its HTML, or its text with the lines kept. */
export function mailFrame({ html, text }: Mail): string {
  if (html) return html.replace(/<head[^>]*>|^/i, (head) => `${head}<base target="_blank">`)
  return `<!doctype html><meta charset="utf-8"><pre style="font:15px/1.5 system-ui;white-space:pre-wrap">${escapeHtml(text)}</pre>`
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[c] ?? c)
}
