// What stands on the sidebar's ground takes its colours: text, lines, marks and chosen rows, whatever the workspace has chosen.
const text = 'var(--mui-palette-sidebar-text)'
const share = (percent: number) => `color-mix(in srgb, ${text} ${percent}%, transparent)`

/** For the root of what has the sidebar's ground. A chosen row shows no more of the text than `chosenShare` of theme.ts. */
export const onSidebar = {
  backgroundColor: 'sidebar.background',
  color: 'sidebar.text',
  '--mui-palette-text-primary': text,
  '--mui-palette-text-secondary': 'var(--mui-palette-sidebar-soft)',
  '--mui-palette-divider': 'var(--mui-palette-sidebar-border)',
  '--mui-palette-primary-main': 'var(--mui-palette-sidebar-accent)',
  '--mui-palette-action-active': text,
  '--mui-palette-action-hover': share(6),
  '--mui-palette-action-selected': share(12),
} as const
