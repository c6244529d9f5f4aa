import Box from '@mui/material/Box'
import ButtonBase from '@mui/material/ButtonBase'
import Checkbox from '@mui/material/Checkbox'
import Divider from '@mui/material/Divider'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import type { Path } from '../../../../../../editing/types.ts'
import { monospace, typeSizes } from '../../../../shared/ui/type-sizes.ts'
import { isOas3 } from '../binding/flavour.ts'
import { useForm } from '../binding/form-context.tsx'
import { ReferenceBox } from '../fields/ReferenceBox.tsx'
import { combineEdits, referEdits, typeEdits } from './schema-edits.ts'
import { combinationNames, combinations, maySeveral, simpleTypes, typeOf } from './types.ts'

interface Props {
  path: Path
  label: string
  /** Whose type it is, for people. */
  of: string
  /** Parameters of OpenAPI 2 have simple types only. */
  isPlain?: boolean
}

/** The type of a schema, and the menu that changes it. */
export function TypeButton({ path, label, of, isPlain = false }: Props) {
  const { source, look, run, flavour } = useForm()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isPicking, setPicking] = useState(false)
  const schema = anchor ? look(path) : undefined
  const { types, isNullable, combination, reference } = typeOf(schema)
  const several = maySeveral(flavour) && !isPlain
  const close = () => {
    setAnchor(null)
    setPicking(false)
  }
  const toggle = (type: string) => {
    if (!several) {
      run(typeEdits(look, path, [type], isNullable, flavour))
      close()
      return
    }
    const next = types.includes(type) ? types.filter((one) => one !== type) : [...types, type]
    run(typeEdits(look, path, next, isNullable, flavour))
    // The menu shows what is now there.
    if (reference !== null || combination) close()
  }
  const pick = (edits: ReturnType<typeof referEdits>) => {
    run(edits)
    close()
  }
  const choices = isPlain ? simpleTypes.filter((type) => type !== 'object') : simpleTypes
  return (
    <>
      <ButtonBase
        aria-label={`Type of ${of}: ${label}`}
        aria-haspopup="menu"
        disabled={source.readOnly}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{
          px: 0.75,
          minHeight: 28,
          borderRadius: 0.75,
          maxWidth: 1,
          fontFamily: monospace,
          fontSize: typeSizes.codeSmall,
          color: 'text.secondary',
          overflowWrap: 'anywhere',
          textAlign: 'left',
          '&:hover': { backgroundColor: 'action.hover', color: 'text.primary' },
        }}
      >
        {label}
      </ButtonBase>
      {anchor && !isPicking ? (
        <Menu
          open
          anchorEl={anchor}
          onClose={close}
          slotProps={{ list: { dense: true, 'aria-label': `Type of ${of}` } }}
        >
          {choices.map((type) => (
            <MenuItem
              key={type}
              role={several ? 'menuitemcheckbox' : 'menuitemradio'}
              aria-checked={types.includes(type)}
              selected={!several && types.includes(type)}
              onClick={() => toggle(type)}
            >
              {several ? <Tick isOn={types.includes(type)} /> : null}
              {type}
            </MenuItem>
          ))}
          {isPlain ? null : (
            <MenuItem
              role="menuitemcheckbox"
              aria-checked={isNullable}
              disabled={!several && types.length === 0}
              onClick={() => run(typeEdits(look, path, types, !isNullable, flavour))}
            >
              <Tick isOn={isNullable} />
              {several ? 'null' : 'may be null'}
            </MenuItem>
          )}
          {isPlain ? null : (
            <MenuItem onClick={() => pick(typeEdits(look, path, [], false, flavour))}>any</MenuItem>
          )}
          {isPlain ? null : <Divider />}
          {isPlain
            ? null
            : combinations
                .filter((keyword) => keyword === 'allOf' || flavour === 'schema' || isOas3(flavour))
                .map((keyword) => (
                  <MenuItem
                    key={keyword}
                    selected={combination === keyword}
                    onClick={() => pick(combineEdits(look, path, keyword))}
                  >
                    {combinationNames[keyword]}
                  </MenuItem>
                ))}
          {isPlain ? null : (
            <MenuItem selected={reference !== null} onClick={() => setPicking(true)}>
              Reference…
            </MenuItem>
          )}
        </Menu>
      ) : null}
      {anchor && isPicking ? (
        <Popover
          open
          anchorEl={anchor}
          onClose={close}
          anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
          slotProps={{ paper: { role: 'dialog', 'aria-label': `Reference of ${of}` } }}
        >
          <Box sx={{ p: 2, width: 320, maxWidth: '90vw' }}>
            <ReferenceBox
              kind="schemas"
              value={reference ?? ''}
              autoFocus
              onPick={(to) => pick(referEdits(look, path, to))}
            />
          </Box>
        </Popover>
      ) : null}
    </>
  )
}

function Tick({ isOn }: { isOn: boolean }) {
  return <Checkbox size="small" checked={isOn} tabIndex={-1} inert sx={{ p: 0, mr: 1 }} />
}
