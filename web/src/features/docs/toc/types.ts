// The stored table of contents: the format of the embeddable docs element, so that one document serves both.

export interface TocDivider {
  title: string
}

export interface TocGroup {
  title: string
  items: TocEntry[]
  itemsType?: string
  /** How many entries it has, where they are not here: long contents come by level. */
  left?: number
}

export interface TocNode {
  id: string | number
  slug: string
  title: string
  type: string
  /** The HTTP method of an operation, empty otherwise. */
  meta?: string | null
  version?: string | null
  deprecated?: boolean
  internal?: boolean
  /** By an override; who reads this may change the content. */
  hidden?: boolean
}

export interface TocLink {
  title: string
  url: string
}

export type TocEntry = TocDivider | TocGroup | TocNode | TocLink

export const isGroup = (entry: TocEntry): entry is TocGroup => 'items' in entry
export const isNode = (entry: TocEntry): entry is TocNode => 'slug' in entry
export const isLink = (entry: TocEntry): entry is TocLink => 'url' in entry

/** Whether the entries of a group are still to come. */
export const isLeftOut = (group: TocGroup): boolean => group.left !== undefined
