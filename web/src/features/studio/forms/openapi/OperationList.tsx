import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import type { Path } from '../../../../../../editing/types.ts'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { RowMenu } from '../../../../shared/ui/table/RowMenu.tsx'
import { removeEdits } from '../binding/edits.ts'
import { useForm } from '../binding/form-context.tsx'
import { usePart } from '../binding/use-part.ts'
import { destructive } from '../fields/actions.tsx'

/** The operations of a path: each leads to its form. */
export function OperationList({ path, methods }: { path: Path; methods: readonly string[] }) {
  return (
    <Box component="ul" sx={{ listStyle: 'none', m: 0, p: 0, display: 'grid', gap: 0.5 }}>
      {methods.map((method) => (
        <OperationEntry key={method} path={[...path, method]} method={method} />
      ))}
    </Box>
  )
}

function OperationEntry({ path, method }: { path: Path; method: string }) {
  const { onOpen, run, look, source, sayDeleted } = useForm()
  const { value: summary } = usePart([...path, 'summary'])
  const { value: id } = usePart([...path, 'operationId'])
  const text = [summary, id].find((one) => typeof one === 'string' && one !== '')
  const remove = () => {
    if (run(removeEdits(look, path)) === null) sayDeleted(method.toUpperCase())
  }
  return (
    <Box
      component="li"
      sx={{
        display: 'flex',
        alignItems: 'center',
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        pr: 0.5,
      }}
    >
      <ButtonBase
        onClick={() => onOpen(path)}
        sx={{
          flex: 1,
          minWidth: 0,
          justifyContent: 'flex-start',
          gap: 1.5,
          px: 1,
          py: 0.75,
          typography: 'body2',
          textAlign: 'left',
        }}
      >
        <MethodBadge method={method} />
        <Box
          component="span"
          sx={{ minWidth: 0, overflowWrap: 'anywhere', color: text ? 'text.primary' : 'text.secondary' }}
        >
          {text ? String(text) : 'Without a summary'}
        </Box>
      </ButtonBase>
      {source.readOnly ? null : (
        <RowMenu
          tabIndex={0}
          label={`Actions of ${method.toUpperCase()}`}
          actions={[destructive('Delete', remove)]}
        />
      )}
    </Box>
  )
}
