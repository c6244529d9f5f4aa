import type { Proposal } from '../model.ts'

/** Why what is shown of the difference is not all there is; null where it is. */
export function stateText({
  comparison,
  branch_name: branch,
  baseline_name: baseline,
}: Proposal): string | null {
  switch (comparison) {
    case 'comparing':
      return `${branch} and ${baseline} are being compared. This page follows by itself.`
    case 'unknown':
      return `${branch} and ${baseline} could not be compared: a file is lost, or it takes too long.`
    case 'unpublished':
      return `Nothing of ${branch} is published yet. Publish it in the Studio to see what changes.`
    case 'unpublished_baseline':
      return `${baseline} has no content yet: there is nothing to compare with.`
    case 'gone':
      return 'A branch was deleted. This is what was found before.'
    default:
      return null
  }
}
