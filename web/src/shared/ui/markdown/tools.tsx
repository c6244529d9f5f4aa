import CheckList from '@mui/icons-material/Checklist'
import Code from '@mui/icons-material/Code'
import DataObject from '@mui/icons-material/DataObject'
import Bold from '@mui/icons-material/FormatBold'
import Italic from '@mui/icons-material/FormatItalic'
import BulletList from '@mui/icons-material/FormatListBulleted'
import NumberList from '@mui/icons-material/FormatListNumbered'
import Quote from '@mui/icons-material/FormatQuote'
import Strikethrough from '@mui/icons-material/FormatStrikethrough'
import LinkIcon from '@mui/icons-material/InsertLink'
import TableIcon from '@mui/icons-material/TableChartOutlined'
import Terminal from '@mui/icons-material/Terminal'
import type { ReactNode } from 'react'
import { type Draft, type Edit, insertBlock, insertCode, insertLink, toggleWrap } from './edits.ts'
import { togglePrefix } from './line-edits.ts'

export interface Tool {
  label: string
  icon: ReactNode
  edit: (draft: Draft) => Edit
  /** With Ctrl, or ⌘ on a Mac. */
  key?: string
}

const table = '| Column | Column |\n| ------ | ------ |\n| Value  | Value  |'

const schema = `\`\`\`json json_schema
{
  "title": "User",
  "type": "object",
  "properties": {
    "id": { "type": "string" }
  },
  "required": ["id"]
}
\`\`\``

/** Marks of words within a line. */
export const textTools: Tool[] = [
  { label: 'Bold', icon: <Bold />, key: 'b', edit: (draft) => toggleWrap(draft, '**', 'bold') },
  { label: 'Italic', icon: <Italic />, key: 'i', edit: (draft) => toggleWrap(draft, '_', 'italic') },
  { label: 'Strikethrough', icon: <Strikethrough />, edit: (draft) => toggleWrap(draft, '~~', 'text') },
  { label: 'Inline code', icon: <Code />, edit: (draft) => toggleWrap(draft, '`', 'code') },
  { label: 'Link', icon: <LinkIcon />, key: 'k', edit: insertLink },
]

/** Beginnings of lines. */
export const lineTools: Tool[] = [
  { label: 'Blockquote', icon: <Quote />, edit: (draft) => togglePrefix(draft, 'quote') },
  { label: 'Bulleted list', icon: <BulletList />, edit: (draft) => togglePrefix(draft, 'bulleted') },
  { label: 'Numbered list', icon: <NumberList />, edit: (draft) => togglePrefix(draft, 'numbered') },
  { label: 'Checkbox list', icon: <CheckList />, edit: (draft) => togglePrefix(draft, 'checkbox') },
]

/** Blocks of their own. */
export const blockTools: Tool[] = [
  { label: 'Code block', icon: <Terminal />, edit: insertCode },
  // What is typed first is the first heading.
  { label: 'Table', icon: <TableIcon />, edit: (draft) => insertBlock(draft, table, 2, 'Column'.length) },
  {
    label: 'JSON schema',
    icon: <DataObject />,
    edit: (draft) =>
      insertBlock(draft, schema, schema.indexOf('{'), schema.lastIndexOf('}') + 1 - schema.indexOf('{')),
  },
]

export const headings: Tool[] = ([1, 2, 3, 4, 5, 6] as const).map((level) => ({
  label: `Heading ${level}`,
  icon: `H${level}`,
  edit: (draft) => togglePrefix(draft, `heading${level}`),
}))

/** The tool that a key press asks for. */
export function toolOfKey(event: {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}): Tool | undefined {
  if (event.ctrlKey === event.metaKey || event.altKey || event.shiftKey) return undefined
  return textTools.find((tool) => tool.key === event.key.toLowerCase())
}
