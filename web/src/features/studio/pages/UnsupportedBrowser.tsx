import Button from '@mui/material/Button'
import { useSite } from '../../../shared/data/workspace.tsx'
import { MessagePage } from '../../../shared/ui/MessagePage.tsx'

/** Whether this browser has what the Studio is built on. */
export function isSupported(): boolean {
  return (
    typeof DecompressionStream === 'function' &&
    typeof WebSocket === 'function' &&
    typeof Array.prototype.toReversed === 'function' &&
    typeof crypto !== 'undefined'
  )
}

/** For browsers that cannot. */
export function UnsupportedBrowser() {
  const site = useSite()
  const isNamed = site.kind !== 'workspace' || !site.workspace.hide_powered_by
  return (
    <MessagePage
      title={`${isNamed ? 'Waymark ' : ''}Studio was unable to load...`}
      actions={
        <Button variant="contained" onClick={() => window.location.reload()}>
          Try again
        </Button>
      }
    >
      This browser lacks what the Studio needs. Open it with a current version of Chrome, Edge, Firefox or
      Safari.
    </MessagePage>
  )
}
