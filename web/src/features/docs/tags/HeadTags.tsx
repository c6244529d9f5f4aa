import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useState } from 'react'
import { ConsentBar } from './ConsentBar.tsx'
import { type Consent, keepConsent, keptConsent } from './consent.ts'
import { loadScripts } from './load.ts'
import { TagManager } from './TagManager.tsx'
import type { Tags } from './which.ts'

/** What others load into the documentation for its visitors; where the workspace says so, once they allow it. */
export default function HeadTags({ tags }: { tags: Tags }) {
  const [consent, setConsent] = useState(keptConsent)
  const [isAsking, setAsking] = useState(false)
  if (!tags.disable_cookie_tracking) return <Loaded tags={tags} />
  const decide = (next: Consent) => {
    keepConsent(next)
    setAsking(false)
    // What runs already ends with its document.
    if (consent === 'allowed' && next === 'refused') window.location.reload()
    else setConsent(next)
  }
  return (
    <>
      {consent === 'allowed' ? <Loaded tags={tags} /> : null}
      {consent === null || isAsking ? (
        <ConsentBar tags={tags} onDecide={decide} />
      ) : (
        <Box
          component="footer"
          sx={{
            display: 'flex',
            justifyContent: 'flex-end',
            px: 3,
            py: 1,
            borderTop: 1,
            borderColor: 'divider',
            '@media print': { display: 'none' },
          }}
        >
          <Button size="small" color="inherit" onClick={() => setAsking(true)}>
            Cookie choices
          </Button>
        </Box>
      )}
    </>
  )
}

function Loaded({ tags }: { tags: Tags }) {
  useEffect(() => loadScripts(tags), [tags])
  return tags.google_tag_manager ? <TagManager id={tags.google_tag_manager} /> : null
}
