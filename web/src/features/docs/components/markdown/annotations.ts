// Stoplight-flavoured Markdown: an HTML comment holds YAML-like settings for the block after it, and tabs are blocks
// between `type: tab` comments. Here they become attributes that the renderer's parts understand, as do GitHub's callouts.
import { calloutMark } from '../../../../../../supabase/functions/_shared/domain/callouts.ts'

type Settings = Record<string, string>

/** The part of a Markdown syntax tree (mdast) that this reads and writes. */
interface Block {
  type: string
  value?: string
  meta?: string | null
  children?: Block[]
  data?: { hName?: string; hProperties?: Record<string, string> }
}

/** A remark plugin. */
export function annotations() {
  return (tree: { children: unknown[] }): void => {
    tree.children = rewrite(tree.children as Block[])
  }
}

/** The settings in a comment (`<!-- theme: info -->`), null for HTML that is not one comment. */
export function settingsOf(html: string): Settings | null {
  const text = html.trim()
  if (!text.startsWith('<!--') || !text.endsWith('-->') || text.indexOf('-->') < text.length - 3) return null
  const settings: Settings = {}
  for (const line of text.slice(4, -3).split('\n')) {
    const colon = line.indexOf(':')
    if (colon > 0) settings[line.slice(0, colon).trim().toLowerCase()] = unquote(line.slice(colon + 1).trim())
  }
  return settings
}

const unquote = (text: string): string => /^(["'])(.*)\1$/.exec(text)?.[2] ?? text

function rewrite(blocks: readonly Block[]): Block[] {
  const out: Block[] = []
  let pending: Settings = {}
  for (let at = 0; at < blocks.length; at++) {
    const block = blocks[at]
    if (!block) continue
    const settings = block.type === 'html' ? settingsOf(block.value ?? '') : null
    if (!settings) {
      out.push(annotated(inside(block), pending))
      pending = {}
    } else if (settings.type === 'tab') {
      const { tabs, end } = collectTabs(blocks, at)
      out.push(tabs)
      at = end
      pending = {}
    } else {
      pending = settings
    }
  }
  return out
}

/** The tabs that start at `start`, and the index of the last block that belongs to them. */
function collectTabs(blocks: readonly Block[], start: number): { tabs: Block; end: number } {
  const tabs: { title: string; blocks: Block[] }[] = []
  let end = start
  for (; end < blocks.length; end++) {
    const block = blocks[end]
    if (!block) break
    const settings = block.type === 'html' ? settingsOf(block.value ?? '') : null
    if (settings?.type === 'tab-end') break
    if (settings?.type === 'tab') tabs.push({ title: settings.title || `Tab ${tabs.length + 1}`, blocks: [] })
    else tabs.at(-1)?.blocks.push(block)
  }
  const children = tabs.map(({ title, blocks: content }) => group({ dataTab: title }, rewrite(content)))
  return { tabs: group({ dataTabs: '' }, children), end }
}

function group(hProperties: Record<string, string>, children: Block[]): Block {
  return { type: 'blockquote', data: { hName: 'div', hProperties }, children }
}

function inside(block: Block): Block {
  if (block.type !== 'blockquote' && block.type !== 'listItem') return block
  const whole = { ...block, children: rewrite(block.children ?? []) }
  return block.type === 'blockquote' ? calloutOf(whole) : whole
}

/** A quotation that begins with the mark of a callout: without the mark, which becomes an attribute. */
function calloutOf(quotation: Block): Block {
  const [first, ...others] = quotation.children ?? []
  const [text, ...rest] = first?.type === 'paragraph' ? (first.children ?? []) : []
  const [mark, kind] = calloutMark.exec(text?.type === 'text' ? (text.value ?? '') : '') ?? []
  if (!first || !text || !mark || !kind) return quotation
  const words = text.value?.slice(mark.length) ?? ''
  const isAlone = mark.endsWith('\n') || rest.length === 0 || rest[0]?.type === 'break'
  const said = words
    ? [{ ...text, value: words }, ...rest]
    : rest.filter(({ type }, at) => at > 0 || type !== 'break')
  const children = [...(said.length > 0 ? [{ ...first, children: said }] : []), ...others]
  if (!isAlone || children.length === 0) return quotation
  return { ...quotation, children, data: { hProperties: { dataCallout: kind.toLowerCase() } } }
}

function annotated(block: Block, settings: Settings): Block {
  const properties: Record<string, string> = {}
  if (settings.theme && block.type === 'blockquote') properties.dataTheme = settings.theme
  if (settings.title && (block.type === 'code' || block.type === 'table'))
    properties.dataTitle = settings.title
  if (block.type === 'code' && block.meta) {
    properties.dataMeta = block.meta
    const title = /\btitle=(?:"([^"]{1,200})"|'([^']{1,200})')/.exec(block.meta)
    if (title) properties.dataTitle ??= title[1] ?? title[2] ?? ''
  }
  if (settings.highlightlines && block.type === 'code') properties.dataLines = settings.highlightlines
  if (Object.keys(properties).length === 0) return block
  return { ...block, data: { ...block.data, hProperties: { ...block.data?.hProperties, ...properties } } }
}
