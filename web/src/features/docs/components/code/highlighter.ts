// Loaded when the first code block is on the page: the grammars that API documentation uses most, and a way to the others.

import { toJsxRuntime } from 'hast-util-to-jsx-runtime'
import type { LanguageFn } from 'highlight.js'
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
  bash: ['sh', 'shell', 'console', 'curl', 'zsh'],
  javascript: ['js', 'jsx', 'node'],
  typescript: ['ts', 'tsx'],
  python: ['py'],
  xml: ['html', 'svg'],
  yaml: ['yml'],
  json: ['jsonc', 'json5'],
})

const further: Readonly<Record<string, () => Promise<{ default: LanguageFn }>>> = {
  c: () => import('highlight.js/lib/languages/c'),
  clojure: () => import('highlight.js/lib/languages/clojure'),
  cpp: () => import('highlight.js/lib/languages/cpp'),
  csharp: () => import('highlight.js/lib/languages/csharp'),
  css: () => import('highlight.js/lib/languages/css'),
  dart: () => import('highlight.js/lib/languages/dart'),
  diff: () => import('highlight.js/lib/languages/diff'),
  dockerfile: () => import('highlight.js/lib/languages/dockerfile'),
  fsharp: () => import('highlight.js/lib/languages/fsharp'),
  graphql: () => import('highlight.js/lib/languages/graphql'),
  http: () => import('highlight.js/lib/languages/http'),
  ini: () => import('highlight.js/lib/languages/ini'),
  java: () => import('highlight.js/lib/languages/java'),
  julia: () => import('highlight.js/lib/languages/julia'),
  kotlin: () => import('highlight.js/lib/languages/kotlin'),
  objectivec: () => import('highlight.js/lib/languages/objectivec'),
  ocaml: () => import('highlight.js/lib/languages/ocaml'),
  perl: () => import('highlight.js/lib/languages/perl'),
  php: () => import('highlight.js/lib/languages/php'),
  powershell: () => import('highlight.js/lib/languages/powershell'),
  r: () => import('highlight.js/lib/languages/r'),
  ruby: () => import('highlight.js/lib/languages/ruby'),
  rust: () => import('highlight.js/lib/languages/rust'),
  scala: () => import('highlight.js/lib/languages/scala'),
  sql: () => import('highlight.js/lib/languages/sql'),
  swift: () => import('highlight.js/lib/languages/swift'),
}

const aliases: Readonly<Record<string, string>> = {
  'c#': 'csharp',
  cs: 'csharp',
  'c++': 'cpp',
  'f#': 'fsharp',
  docker: 'dockerfile',
  gql: 'graphql',
  kt: 'kotlin',
  objc: 'objectivec',
  ps1: 'powershell',
  rb: 'ruby',
  rs: 'rust',
  toml: 'ini',
}

const nameOf = (language: string): string => {
  const name = language.toLowerCase()
  return aliases[name] ?? name
}

/** Loads the grammar of a language, where there is one that is not there yet. */
export async function prepare(language: string): Promise<void> {
  const name = nameOf(language)
  if (lowlight.registered(name) || !Object.hasOwn(further, name)) return
  const grammar = await further[name]?.()
  if (grammar) lowlight.register(name, grammar.default)
}

/** The code with its tokens marked up; null for a language that is not known. */
export function highlight(code: string, language: string): ReactNode {
  const name = nameOf(language)
  if (!lowlight.registered(name)) return null
  return toJsxRuntime(lowlight.highlight(name, code), { Fragment, jsx, jsxs })
}
