/** Pictures of people, projects and providers, and the product's mark, px. */
export const pictureSizes = {
  /** In a chip, or before a heading of the sidebar. */
  chip: 18,
  /** Before a line of text. */
  line: 22,
  /** Before a row, or in a button. */
  row: 28,
  /** Before an entry of two lines. */
  entry: 32,
  /** Beside the title of a card or a panel. */
  title: 40,
} as const

export type PictureSize = keyof typeof pictureSizes

/** A logo of a workspace: what is recommended, and no wider than is shown of it, px. */
export const logoSize = { recommended: [250, 64], width: 140 } as const

/** Fields, and menus of them, grow no wider than one reads, px. */
export const fieldWidth = 320
/** Pages of plans and forms side by side, px. */
export const widePage = 1100
