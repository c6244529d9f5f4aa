import { expect, it } from 'vitest'
import { asciiDomain } from './domain-names.ts'

it.each([
  [' docs.example.com ', 'docs.example.com'],
  ['Docs.Example.COM', 'Docs.Example.COM'],
  ['dokumentation.müller.example', 'dokumentation.xn--mller-kva.example'],
  ['文档.example', 'xn--7dvp7d.example'],
  ['docs。example．com', 'docs.example.com'],
  ['ⓔxample.com', 'example.com'],
  // No name, however it is spelled: as it was typed.
  ['müller.example:8080', 'müller.example:8080'],
  ['müller.example/path', 'müller.example/path'],
  ['a@müller.example', 'a@müller.example'],
  ['müller.example?x', 'müller.example?x'],
  ['mül ler.example', 'mül ler.example'],
  ['１２７.0.0.1', '127.0.0.1'],
  ['', ''],
])('%j is %j', (typed, ascii) => {
  expect(asciiDomain(typed)).toBe(ascii)
})
