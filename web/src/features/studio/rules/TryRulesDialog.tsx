import Autocomplete from '@mui/material/Autocomplete'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Chip from '@mui/material/Chip'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Typography from '@mui/material/Typography'
import { useEffect, useId, useState } from 'react'
import { messageOf } from '../../../shared/data/api.ts'
import { useChange } from '../../../shared/data/change.ts'
import { minimumLength, type SearchHit } from '../../../shared/data/search.ts'
import { RulesetFaults } from '../../../shared/style-guides/RulesetFaults.tsx'
import { FormError } from '../../../shared/ui/forms/FormError.tsx'
import { useSearchText } from '../../../shared/ui/use-debounced.ts'
import type { TextFile } from '../language/protocol.ts'
import { ExamplesOutcome } from './ExamplesOutcome.tsx'
import { type Trial, type TrialFinding, tryExamples, tryRules, useNodesFound } from './queries.ts'
import { textsOf } from './texts.ts'

interface Props {
  projectId: number
  /** The ruleset that is open. */
  ruleset: string
  /** All files as they are written now. */
  texts: () => Promise<readonly TextFile[]>
  onClose: () => void
}

const allRules = ''

/** The test bench: what the rules, as they are written now, find at a node of the workspace. */
export function TryRulesDialog({ projectId, ruleset, texts, onClose }: Props) {
  const id = useId()
  const [node, setNode] = useState<SearchHit | null>(null)
  const [text, setText] = useState('')
  const [rule, setRule] = useState(allRules)
  const [names, setNames] = useState<string[]>([])
  useEffect(() => {
    let isShown = true
    void texts().then((files) => {
      const found = textsOf(ruleset, files).rules
      if (isShown) setNames(found)
    })
    return () => {
      isShown = false
    }
  }, [texts, ruleset])
  const found = useNodesFound(useSearchText(text))
  const trial = useChange({
    run: async (at: SearchHit | null) => {
      const { files } = textsOf(ruleset, await texts())
      return at ? tryRules(at, ruleset, files) : tryExamples(projectId, ruleset, files)
    },
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>Try the rules</DialogTitle>
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2 }}>
        <Typography color="textSecondary">
          What {ruleset} finds, as it is written now, at any API, operation or model of the workspace. Nothing
          is switched on by it.
        </Typography>
        <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { md: '2fr 1fr' } }}>
          <Autocomplete
            options={found.data ?? []}
            value={node}
            onChange={(_event, next) => {
              setNode(next)
              trial.reset()
            }}
            onInputChange={(_event, typed) => setText(typed)}
            filterOptions={(options) => options}
            getOptionLabel={(hit) => hit.name}
            getOptionKey={(hit) => `${hit.node_id} ${hit.branch_slug}`}
            isOptionEqualToValue={(one, other) =>
              one.node_id === other.node_id && one.branch_slug === other.branch_slug
            }
            loading={found.isFetching}
            noOptionsText={text.length < minimumLength ? 'Type three letters of its name' : 'Nothing found'}
            renderOption={({ key, ...props }, hit) => (
              <li key={key} {...props}>
                <Box sx={{ minWidth: 0 }}>
                  <Typography noWrap>
                    {hit.method ? `${hit.method.toUpperCase()} ` : ''}
                    {hit.name}
                  </Typography>
                  <Typography variant="caption" color="textSecondary" noWrap component="div">
                    {hit.project_name} · {hit.branch_slug}
                  </Typography>
                </Box>
              </li>
            )}
            renderInput={(props) => <TextField {...props} label="Node" autoFocus />}
          />
          <TextField
            select
            label="Rules"
            value={names.includes(rule) ? rule : allRules}
            onChange={(event) => setRule(event.target.value)}
            slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
          >
            <MenuItem value={allRules}>All rules</MenuItem>
            {names.map((name) => (
              <MenuItem key={name} value={name}>
                {name}
              </MenuItem>
            ))}
          </TextField>
        </Box>
        {trial.error ? <FormError>{messageOf(trial.error)}</FormError> : null}
        {trial.data ? <Outcome trial={trial.data} rule={rule} isOfNode={trial.variables !== null} /> : null}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} color="inherit">
          Close
        </Button>
        <Button loading={trial.isPending} onClick={() => trial.mutate(null)}>
          Try the examples
        </Button>
        <Button
          variant="contained"
          disabled={node === null}
          loading={trial.isPending}
          onClick={() => node && trial.mutate(node)}
        >
          Try
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const colours = { error: 'error', warn: 'warning', info: 'info', hint: 'default' } as const

function Outcome({ trial, rule, isOfNode }: { trial: Trial; rule: string; isOfNode: boolean }) {
  if (trial.faults.length > 0) return <RulesetFaults faults={trial.faults} />
  const examples = <ExamplesOutcome examples={trial.examples} />
  if (!isOfNode) return <Box role="status">{examples}</Box>
  const shown = trial.findings.filter(({ code }) => rule === allRules || code === rule)
  const more = trial.total - trial.findings.length
  return (
    <Box role="status" sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 1 }}>
      {examples}
      <Typography variant="subtitle2" component="p">
        {shown.length === 0 ? 'It finds nothing there.' : saidCount(shown.length)}
        {more > 0 ? ` Of all rules, ${more.toLocaleString('en')} more are not shown.` : ''}
      </Typography>
      <Box
        component="ul"
        aria-label="What was found"
        sx={{ listStyle: 'none', m: 0, p: 0, maxHeight: 360, overflow: 'auto', display: 'grid', gap: 1 }}
      >
        {shown.map((finding) => (
          <Found key={`${finding.code} ${finding.path.join('/')} ${finding.message}`} finding={finding} />
        ))}
      </Box>
    </Box>
  )
}

const saidCount = (count: number) =>
  count === 1 ? 'It finds 1 place.' : `It finds ${count.toLocaleString('en')} places.`

function Found({ finding }: { finding: TrialFinding }) {
  const { code, severity, message, path, line, column } = finding
  return (
    <Box component="li" sx={{ display: 'flex', gap: 1, alignItems: 'baseline', minWidth: 0 }}>
      <Chip size="small" variant="outlined" color={colours[severity]} label={severity} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography variant="body2">{message}</Typography>
        <Typography variant="caption" color="textSecondary" component="div">
          {code} · {line}:{column} · {path.join(' › ') || 'the whole file'}
        </Typography>
      </Box>
    </Box>
  )
}
