// The editor in the product's colours, in light and dark at once: they are variables of the page.
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language'
import type { Extension } from '@codemirror/state'
import { EditorView } from '@codemirror/view'
import { tags } from '@lezer/highlight'
import type { Theme } from '@mui/material/styles'
import { monospace, typeSizes } from '../../../shared/ui/type-sizes.ts'

/** The colours of people, of lines and of letters. */
export function codeTheme(theme: Theme): Extension {
  const { palette } = theme.vars ?? theme
  const tint = (colour: string, share: number) => `color-mix(in srgb, ${colour} ${share}%, transparent)`
  const ink = {
    key: palette.primary.main,
    string: palette.success.main,
    number: palette.info.main,
    atom: palette.secondary.main,
    comment: palette.text.secondary,
  }
  const panel = { backgroundColor: palette.background.default, color: palette.text.primary }
  const people = peopleColours(theme).map((colour, index) => [`.cm-person-${index}`, { '--person': colour }])
  const look = EditorView.theme({
    '&': {
      height: '100%',
      fontSize: typeSizes.codeSmall,
      color: palette.text.primary,
      backgroundColor: palette.background.paper,
    },
    '&.cm-focused': { outline: 'none' },
    '.cm-scroller': { fontFamily: monospace, lineHeight: 1.6, overflow: 'auto' },
    '.cm-content': { caretColor: palette.text.primary, paddingBlock: '8px' },
    '.cm-cursor, .cm-dropCursor': { borderLeftColor: palette.text.primary, borderLeftWidth: '2px' },
    '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
      backgroundColor: tint(palette.primary.main, 22),
    },
    '.cm-activeLine': { backgroundColor: tint(palette.text.primary, 4) },
    '.cm-gutters': {
      backgroundColor: palette.background.paper,
      color: palette.text.secondary,
      border: 'none',
    },
    '.cm-activeLineGutter': { backgroundColor: 'transparent', color: palette.text.primary },
    '.cm-foldPlaceholder': {
      backgroundColor: tint(palette.text.primary, 8),
      border: 'none',
      color: palette.text.secondary,
      paddingInline: '6px',
    },
    '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
      backgroundColor: tint(palette.primary.main, 20),
    },
    '.cm-searchMatch': { backgroundColor: tint(palette.warning.main, 30) },
    '.cm-searchMatch-selected': { backgroundColor: tint(palette.warning.main, 60) },
    '.cm-selectionMatch': { backgroundColor: tint(palette.primary.main, 12) },
    '.cm-panels': { ...panel, borderColor: palette.divider, zIndex: 2 },
    '.cm-panels.cm-panels-top': { borderBottom: `1px solid ${palette.divider}` },
    '.cm-panel.cm-search': { padding: '8px', fontFamily: theme.typography.fontFamily ?? 'inherit' },
    '.cm-textfield': {
      backgroundColor: palette.background.paper,
      color: palette.text.primary,
      border: `1px solid ${palette.divider}`,
      borderRadius: '6px',
      padding: '4px 8px',
      fontSize: typeSizes.note,
    },
    '.cm-button': {
      backgroundImage: 'none',
      backgroundColor: palette.background.paper,
      color: palette.text.primary,
      border: `1px solid ${palette.divider}`,
      borderRadius: '6px',
      padding: '4px 8px',
      fontSize: typeSizes.note,
    },
    '.cm-tooltip': {
      ...panel,
      backgroundColor: palette.background.paper,
      border: `1px solid ${palette.divider}`,
      borderRadius: '8px',
      boxShadow: theme.shadows[4],
      overflow: 'hidden',
    },
    '.cm-tooltip-autocomplete > ul': { fontFamily: monospace },
    '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      backgroundColor: palette.primary.main,
      color: palette.primary.contrastText,
    },
    '.cm-caret': {
      position: 'relative',
      borderLeft: '2px solid var(--person)',
      marginInline: '-1px',
    },
    '.cm-caret-name': {
      position: 'absolute',
      top: '-1.35em',
      left: '-2px',
      paddingInline: '4px',
      borderRadius: '4px 4px 4px 0',
      backgroundColor: 'var(--person)',
      color: palette.background.paper,
      fontFamily: theme.typography.fontFamily ?? 'inherit',
      fontSize: typeSizes.badge,
      fontWeight: 600,
      lineHeight: 1.4,
      whiteSpace: 'nowrap',
      pointerEvents: 'none',
      zIndex: 3,
    },
    '.cm-line:first-of-type .cm-caret-name': { top: '1.35em' },
    '.cm-theirs': { backgroundColor: tint('var(--person)', 25) },
    ...Object.fromEntries(people),
    '.cm-lite-key': { color: ink.key },
    '.cm-lite-string': { color: ink.string },
    '.cm-lite-number': { color: ink.number },
    '.cm-lite-atom': { color: ink.atom },
    '.cm-lite-comment': { color: ink.comment, fontStyle: 'italic' },
    '.cm-md-heading': { color: ink.key, fontWeight: '700' },
    '.cm-md-code': { color: ink.string },
    '.cm-md-strong': { fontWeight: '700' },
    '.cm-md-emphasis': { fontStyle: 'italic' },
    '.cm-md-link': { color: ink.number, textDecoration: 'underline' },
    '.cm-md-quiet': { color: ink.comment },
  })
  const letters = HighlightStyle.define([
    { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: ink.key },
    { tag: [tags.string, tags.special(tags.string), tags.monospace], color: ink.string },
    { tag: tags.number, color: ink.number },
    { tag: [tags.bool, tags.null, tags.keyword, tags.atom, tags.labelName, tags.typeName], color: ink.atom },
    { tag: [tags.comment, tags.meta, tags.separator, tags.punctuation], color: ink.comment },
  ])
  return [look, syntaxHighlighting(letters)]
}

/** What people are told apart by, as `Person.colour` counts them. */
export function peopleColours(theme: Theme): string[] {
  const { primary, secondary, info, success, warning, error, text } = (theme.vars ?? theme).palette
  const mixed = `color-mix(in srgb, ${info.main} 50%, ${error.main})`
  return [
    info.main,
    secondary.main,
    success.main,
    mixed,
    warning.main,
    primary.main,
    error.main,
    text.secondary,
  ]
}
