import Box from '@mui/material/Box'
import type { ReactNode } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { MethodBadge } from '../../../../shared/ui/MethodBadge.tsx'
import { Referable } from '../fields/Referable.tsx'
import { TabbedMap } from '../fields/TabbedMap.tsx'
import { freshOperation, isMethod, methods } from './paths.ts'

interface Props {
  path: Path
  /** The form of an operation: it has callbacks itself, so it is handed in. */
  renderOperation: (path: Path) => ReactNode
}

/** What the server calls in turn: by name, then by the expression of its address. */
export function Callbacks({ path, renderOperation }: Props) {
  return (
    <TabbedMap
      path={path}
      title="Callbacks"
      noun="callback"
      placeholder="onEvent"
      prune={1}
      extract={{ kind: 'callbacks' }}
      fresh={() => ({ '{$request.body#/callbackUrl}': { post: freshOperation() } })}
    >
      {(callback) => (
        <Referable path={callback} kind="callbacks">
          <CallbackForm path={callback} renderOperation={renderOperation} />
        </Referable>
      )}
    </TabbedMap>
  )
}

export function CallbackForm({ path, renderOperation }: Props) {
  return (
    <TabbedMap
      isInner
      path={path}
      title="Addresses"
      noun="address"
      placeholder="{$request.body#/callbackUrl}"
      fresh={() => ({ post: freshOperation() })}
    >
      {(item) => (
        <TabbedMap
          isInner
          path={item}
          title="Calls"
          noun="call"
          suggestions={methods}
          check={(name) => (isMethod(name) ? null : `A method is one of ${methods.join(', ')}.`)}
          fresh={() => freshOperation()}
          renderLabel={(method) => (isMethod(method) ? <MethodBadge method={method} /> : method)}
          accept={isMethod}
        >
          {(operation) => (
            // A form within the form: a line says how far it goes.
            <Box
              sx={{
                display: 'grid',
                gap: 3,
                borderLeft: 2,
                borderColor: 'divider',
                pl: { xs: 1.5, sm: 2 },
                minWidth: 0,
              }}
            >
              {renderOperation(operation)}
            </Box>
          )}
        </TabbedMap>
      )}
    </TabbedMap>
  )
}
