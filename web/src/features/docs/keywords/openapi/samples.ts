// What stands beside the text: examples and samples.
import { operation } from '../page.tsx'
import { body, fields, type Row } from './cases.ts'

export const sampleRows: Row[] = [
  ['media.example', body({ schema: fields, example: { inside: 'of it' } }), '"inside": "of it"'],
  [
    'media.examples',
    body({ schema: fields, examples: { a: { value: 'aa' }, b: { value: 'bb' } } }),
    'aa',
    'bb',
  ],
  [
    'example.summary',
    body({ examples: { a: { value: 'aa', summary: 'In short' }, b: { value: 1 } } }),
    'In short',
  ],
  ['example.description', body({ examples: { a: { value: 'aa', description: 'At length' } } }), 'At length'],
  ['example.value', body({ examples: { a: { value: 'aa' } } }), 'aa'],
  [
    'example.externalValue',
    body({ examples: { a: { externalValue: 'https://x.test/e' } } }),
    'https://x.test/e',
  ],
  [
    'operation.x-codeSamples',
    operation({ 'x-codeSamples': [{ lang: 'COBOL', label: 'Old', source: 'DISPLAY "HI"' }] }),
    'Old',
    'DISPLAY "HI"',
  ],
]
