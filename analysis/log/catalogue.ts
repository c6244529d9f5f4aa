// Every line that an analysis may write into the log of its task: code, severity, sentence. `error`: a whole file is
// missing from what is published; `warning`: everything else. `{…}` are filled in.

/** Severity and sentence of a line. */
export type LineRule = readonly ['error' | 'warning', string]

export const LINES = {
  // Files
  unreadable: ['error', '{reason}'],
  'unsupported-version': ['error', '{reason}'],
  'unsupported-format': ['warning', '{reason}'],
  'file-too-large': ['error', 'The file was left out: it is larger than {limit}.'],
  'branch-too-large': [
    'error',
    'The files of the branch are larger than {limit} together: this file was left out.',
  ],
  'too-many-files': [
    'error',
    'The branch has more than {limit} files to document: this one and {more} after it were left out.',
  ],
  'path-unusable': ['warning', 'The path "{path}" cannot be used: the file was left out.'],
  encoding: [
    'warning',
    'The file is not encoded in UTF-8; it was read as Windows-1252. Save it as UTF-8 if letters look wrong.',
  ],
  'duplicate-key': ['warning', 'The key "{key}" is written twice; the last one counts.'],
  'dropped-key': ['warning', 'The key "{key}" was left out.'],

  // References and ids
  'unresolved-ref': ['warning', 'The reference "{ref}" leads nowhere.'],
  'circular-ref': ['warning', 'The reference "{ref}" leads back to itself.'],
  'outside-ref': ['warning', 'The reference "{ref}" leads out of the branch and is not followed.'],
  'remote-ref': ['warning', 'The reference "{ref}" leads to another server and is not followed.'],
  'broken-link': ['warning', 'The link "{link}" leads to no file of the branch.'],
  'broken-image': ['warning', 'The image "{link}" is not among the files of the branch.'],
  'duplicate-id': ['warning', 'The id "{id}" is that of {other} already; "{title}" goes without it.'],

  // Nodes
  'odd-document': ['warning', '{reason}'],
  'name-too-long': ['warning', '"{title}" was left out: its path or name is longer than 2,000 bytes.'],

  // What the files say about themselves
  'invalid-config': ['warning', '{reason}'],
  'invalid-toc': ['warning', '{reason}'],
  'toc-target': ['warning', 'The table of contents names "{uri}", which is not among the files.'],
  'toc-slug': ['warning', 'The slug "{slug}" cannot be used: {reason}.'],
  'invalid-ruleset': ['warning', '{reason}'],

  'more-lines': ['warning', '{more} more lines of this kind were left out.'],
} as const satisfies Record<string, LineRule>

export type LineCode = keyof typeof LINES
