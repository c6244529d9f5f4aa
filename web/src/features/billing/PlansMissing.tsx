import { Callout } from '../../shared/ui/Callout.tsx'

/** Stands where plans would be chosen. */
export function PlansMissing() {
  return (
    <Callout severity="error">
      Plan information failed to load. Sorry about that! Please refresh the page and try again.
    </Callout>
  )
}
