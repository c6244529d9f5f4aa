// Loaded when the first code block is on the page; only the grammars that API documentation uses.

import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import bash from 'highlight.js/lib/languages/bash'
import go from 'highlight.js/lib/languages/go'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import type { ReactNode } from 'react'
import { Fragment, jsx, jsxs } from 'react/jsx-runtime'

const lowlight = createLowlight({ bash, go, javascript, json, python, typescript, xml, yaml })
lowlight.registerAlias({
  bash: ['sh', 'shell', 'console', 'curl'],
  javascript: ['js', 'jsx', 'node'],
  typescript: ['ts', 'tsx'],
  python: ['py'],
  xml: ['html', 'svg'],
  yaml: ['yml'],
  json: ['jsonc', 'json5'],
})

/** The code with its tokens marked up; null for a language that is not known. */
export function highlight(code: string, language: string): ReactNode {
  const name = language.toLowerCase()
  if (!lowlight.registered(name)) return null
  return toJsxRuntime(lowlight.highlight(name, code), { Fragment, jsx, jsxs })
}
