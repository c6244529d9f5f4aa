// Colours of the docs as CSS variables, so that hundreds of rows can be plain elements. Text on its own ground keeps
// a contrast of at least 4.5 : 1 in both schemes (measured by the docs' tests with axe).
import { styled } from '@mui/material/styles'
import { monospace } from '../../../shared/ui/type-sizes.ts'

/** One number for "the sidebar becomes a drawer". */
export const docsBreakpoint = 700

const light = {
  '--docs-code-bg': '#f5f7f6',
  '--docs-hover': 'rgb(20 40 36 / 5%)',
  '--docs-selected': 'color-mix(in srgb, var(--mui-palette-primary-main) 11%, transparent)',
  '--docs-tok-key': '#0b5591',
  '--docs-tok-string': '#12652c',
  '--docs-tok-number': '#8d3d05',
  '--docs-tok-literal': '#65379d',
  '--docs-tok-comment': '#5c6664',
  '--docs-shadow': '0 1px 2px rgb(20 40 36 / 6%)',
}

const dark: typeof light = {
  '--docs-code-bg': '#151c1a',
  '--docs-hover': 'rgb(220 240 235 / 6%)',
  '--docs-selected': 'color-mix(in srgb, var(--mui-palette-primary-main) 12%, transparent)',
  '--docs-tok-key': '#8cc7f7',
  '--docs-tok-string': '#86dba2',
  '--docs-tok-number': '#f2b084',
  '--docs-tok-literal': '#cfaef7',
  '--docs-tok-comment': '#93a09d',
  '--docs-shadow': 'none',
}

// The theme's, under the docs' names.
const methods = ['get', 'post', 'put', 'patch', 'delete', 'other'].flatMap((method) => [
  [`--docs-${method}`, `var(--mui-palette-method-${method}-ink)`],
  [`--docs-${method}-bg`, `var(--mui-palette-method-${method}-ground)`],
])

/** Root of everything in the docs: sets the variables that the parts below use. */
export const DocsSurface = styled('div')(({ theme }) => {
  const palette = (theme.vars ?? theme).palette
  return {
    ...light,
    ...Object.fromEntries(methods),
    '--docs-text': palette.text.primary,
    '--docs-muted': palette.text.secondary,
    '--docs-border': palette.divider,
    '--docs-ground': palette.background.default,
    '--docs-paper': palette.background.paper,
    '--docs-accent': palette.primary.main,
    '--docs-error': palette.error.main,
    '--docs-warning': palette.warning.main,
    '--docs-success': palette.success.main,
    '--docs-info': palette.info.main,
    '--docs-mono': monospace,
    color: 'var(--docs-text)',
    ...theme.applyStyles('dark', dark),
  }
})
