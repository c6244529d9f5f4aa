import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { type SyntheticEvent, useMemo, useState } from 'react'
import {
  mostRedirectsText,
  problemsOfRedirects,
  readRedirects,
  redirectOf,
  withQuery,
} from '../../../../../supabase/functions/_shared/domain/redirects.ts'
import { OfferText } from '../../../shared/billing/OfferText.tsx'
import { usePermissions } from '../../../shared/data/me.ts'
import { useFeatures } from '../../../shared/data/projects.ts'
import { useDebounced } from '../../../shared/ui/use-debounced.ts'
import { useTypedOver } from '../saving/typed-over.ts'
import { useSaver } from '../saving/use-saver.tsx'

const feature = 'redirects'
const shownProblems = 5

/** The redirects of the workspace's host, with a place to try where a path leads. */
export function RedirectsField({ kept, canEdit }: { kept: string; canEdit: boolean }) {
  const { save, isPending, question } = useSaver()
  const draft = useTypedOver(kept)
  // A long text is read once its author pauses.
  const text = useDebounced(draft.text, 300)
  const problems = useMemo(() => problemsOfRedirects(text), [text])
  const canBill = usePermissions().can('WorkspaceBilling')
  const isInPlan = useFeatures().data?.find(({ name }) => name === feature)?.in_plan ?? true
  // What a plan no longer holds can still be taken out.
  const isLocked = !canEdit || (!isInPlan && kept === '')
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (problemsOfRedirects(draft.text).length > 0) return
    const change = { redirects: draft.text.trim() || null }
    save(change, 'Redirects', { redirects: draft.seen || null }, draft.drop)
  }
  return (
    <Box sx={{ display: 'grid', gap: 2, width: '100%', mt: 2 }}>
      <Box
        component="form"
        noValidate
        onSubmit={submit}
        sx={{ display: 'grid', gap: 1, justifyItems: 'start' }}
      >
        <TextField
          label="Redirects"
          multiline
          fullWidth
          minRows={4}
          maxRows={16}
          value={draft.text}
          disabled={isLocked || isPending}
          error={problems.length > 0}
          onChange={(event) => draft.write(event.target.value)}
          placeholder={'/old-docs/* /docs/pet-store/* 301'}
          helperText={
            isInPlan ? (
              draft.isOvertaken ? (
                'Somebody changed the redirects since you began. You will be asked whose are to stay.'
              ) : (
                'One a line: from to [301|302]. The first that fits holds; * stands for anything; # begins a comment.'
              )
            ) : (
              <>
                The plan of this workspace has no redirects. <OfferText feature={feature} canBill={canBill} />
              </>
            )
          }
          slotProps={{
            htmlInput: {
              maxLength: mostRedirectsText,
              spellCheck: false,
              autoComplete: 'off',
              autoCapitalize: 'none',
              style: { fontFamily: 'monospace' },
            },
          }}
        />
        <Box role="status" sx={{ width: '100%' }}>
          {problems.slice(0, shownProblems).map(({ line, message }) => (
            <Typography key={line} variant="body2" color="error">
              {`Line ${line}: ${message}`}
            </Typography>
          ))}
          {problems.length > shownProblems ? (
            <Typography variant="body2" color="error">
              {`${problems.length - shownProblems} more lines are wrong.`}
            </Typography>
          ) : null}
        </Box>
        <Button
          type="submit"
          variant="outlined"
          loading={isPending}
          disabled={isLocked || !draft.isChanged || problems.length > 0}
        >
          Save redirects
        </Button>
      </Box>
      {draft.text.trim() === '' ? null : <Tester text={text} />}
      {question}
    </Box>
  )
}

/** Says where a path leads, by what is written above. */
function Tester({ text }: { text: string }) {
  const [path, setPath] = useState('')
  const rules = useMemo(() => readRedirects(text).rules, [text])
  const asked = path.trim()
  const [, from = '', query] = /^([^?#]*)(?:\?([^#]*))?/.exec(asked) ?? []
  const led = asked === '' ? null : redirectOf(rules, from.startsWith('/') ? from : `/${from}`)
  const answer = led
    ? `${led.status} to ${withQuery(led.to, query)}, by line ${led.lines.join(', then ')}`
    : 'It stays: no redirect is for this path.'
  return (
    <Box sx={{ display: 'grid', gap: 0.5 }}>
      <TextField
        label="Try a path"
        size="small"
        value={path}
        onChange={(event) => setPath(event.target.value)}
        placeholder="/old-docs/start"
        slotProps={{
          htmlInput: { maxLength: 2000, spellCheck: false, autoComplete: 'off', autoCapitalize: 'none' },
        }}
        sx={{ maxWidth: 520 }}
      />
      <Typography role="status" variant="body2" sx={{ overflowWrap: 'anywhere', minHeight: '1.5em' }}>
        {asked === '' ? '' : answer}
      </Typography>
    </Box>
  )
}
