// What the reader of a workspace's documentation has allowed of what others would load and keep; by device and host, and for each
// of them: what a workspace adds later is asked for anew.
import type { Tags } from './which.ts'

export const tagNames = {
  google_tag_manager: 'Google Tag Manager',
  localizejs: 'Localize',
  show_userway: 'UserWay',
} as const satisfies Partial<Record<keyof Tags, string>>

export type Tag = keyof typeof tagNames

/** What was decided of each; what is not in it was not asked for yet. */
export type Choice = Partial<Record<Tag, boolean>>

export const choiceKey = 'waymark-docs-tags'

const all = Object.keys(tagNames) as Tag[]

/** Those that a workspace has set. */
export function wantedTags(tags: Tags): Tag[] {
  return all.filter((tag) => tags[tag])
}

export function keptChoice(): Choice {
  try {
    const kept: unknown = JSON.parse(window.localStorage.getItem(choiceKey) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter(([tag, is]) => tag in tagNames && typeof is === 'boolean'),
    )
  } catch {
    return {}
  }
}

export function keepChoice(choice: Choice): void {
  try {
    window.localStorage.setItem(choiceKey, JSON.stringify(choice))
  } catch {
    // It is asked again next time.
  }
}

/** The tags without those that are not allowed. */
export function allowedTags(tags: Tags, choice: Choice): Tags {
  return {
    ...tags,
    google_tag_manager: choice.google_tag_manager ? tags.google_tag_manager : null,
    localizejs: choice.localizejs ? tags.localizejs : null,
    show_userway: choice.show_userway === true && tags.show_userway,
  }
}
