import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { ConsentBar } from './ConsentBar.tsx'
import { allowedTags, type Choice, choiceKey, keepChoice, keptChoice, wantedTags } from './consent.ts'
import { loadScripts } from './load.ts'
import { TagManager } from './TagManager.tsx'
import type { Tags } from './which.ts'

/** What others load into the documentation for its visitors; where the workspace says so, once they allow it. */
export default function HeadTags({ tags }: { tags: Tags }) {
  const [choice, setChoice] = useState(keptChoice)
  const [isAsking, setAsking] = useState(false)
  const allowed = useMemo(() => allowedTags(tags, choice), [tags, choice])
  const wanted = wantedTags(tags)
  // What runs already ends with its document.
  const become = (next: Choice) => {
    if (wanted.some((tag) => choice[tag] && !next[tag])) window.location.reload()
    else setChoice(next)
  }
  const hear = useEffectEvent(() => tags.disable_cookie_tracking && become(keptChoice()))
  useEffect(() => {
    // Decided in another window.
    const onStorage = ({ key }: StorageEvent) => (key === choiceKey || key === null) && hear()
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  }, [])
  if (!tags.disable_cookie_tracking) return <Loaded tags={tags} />
  const decide = (next: Choice) => {
    keepChoice({ ...choice, ...next })
    setAsking(false)
    become({ ...choice, ...next })
  }
  return (
    <>
      {wantedTags(allowed).length > 0 ? <Loaded tags={allowed} /> : null}
      {isAsking || wanted.some((tag) => choice[tag] === undefined) ? (
        <ConsentBar tags={tags} choice={choice} onDecide={decide} />
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
