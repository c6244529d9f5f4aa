// What stands on the sidebar's ground takes its colours: text, lines, marks and chosen rows, whatever the workspace has chosen.
const text = 'var(--mui-palette-sidebar-text)'
const chosen = 'var(--mui-palette-sidebar-chosen)'

/** For the root of what has the sidebar's ground. */
export const onSidebar = {
  backgroundColor: 'sidebar.background',
  color: 'sidebar.text',
  '--mui-palette-text-primary': text,
  '--mui-palette-text-secondary': 'var(--mui-palette-sidebar-soft)',
  '--mui-palette-divider': 'var(--mui-palette-sidebar-border)',
  '--mui-palette-primary-main': 'var(--mui-palette-sidebar-accent)',
  '--mui-palette-action-active': text,
  '--mui-palette-action-hover': `color-mix(in srgb, ${chosen} 55%, transparent)`,
  '--mui-palette-action-selected': chosen,
} as const
