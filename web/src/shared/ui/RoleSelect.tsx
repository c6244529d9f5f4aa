import Lock from '@mui/icons-material/LockOutlined'
import Box from '@mui/material/Box'
import MenuItem from '@mui/material/MenuItem'
import TextField from '@mui/material/TextField'
import Tooltip from '@mui/material/Tooltip'
import Typography from '@mui/material/Typography'
import { projectRoleLabel, workspaceRoleLabel } from './roles.ts'

export interface RoleOption<Role extends string = string> {
  role: Role
  label: string
  description?: string
  disabledBecause?: string | null
}

interface Props<Role extends string> {
  label: string
  value: Role | ''
  options: RoleOption<Role>[]
  onChange: (role: Role) => void
  isReadOnly?: boolean
  readOnlyBecause?: string
  size?: 'small' | 'medium'
  hiddenLabel?: boolean
}

/** Chooses a role; every option says what it lets one do, or why it cannot be chosen. */
export function RoleSelect<Role extends string>(props: Props<Role>) {
  const { label, value, options } = props
  const chosen = options.find((option) => option.role === value) ?? unlisted(value)
  if (props.isReadOnly && props.hiddenLabel) {
    return <FixedRole label={label} role={chosen.label} because={props.readOnlyBecause} />
  }
  const choose = (role: string) => {
    const option = options.find((one) => one.role === role)
    if (option) props.onChange(option.role)
  }
  const named = props.hiddenLabel ? { hiddenLabel: true } : { label }
  return (
    <TextField
      {...named}
      select
      fullWidth
      value={value}
      size={props.size ?? 'small'}
      disabled={props.isReadOnly ?? false}
      helperText={props.isReadOnly ? props.readOnlyBecause : undefined}
      onChange={(event) => choose(event.target.value)}
      slotProps={{
        // A reason is there to be read, also where the choice is disabled.
        formHelperText: { sx: { '&.Mui-disabled': { color: 'text.secondary' } } },
        select: {
          renderValue: () => chosen.label,
          SelectDisplayProps: props.hiddenLabel ? { 'aria-label': label } : {},
          MenuProps: { slotProps: { paper: { sx: { maxWidth: 380 } } } },
        },
      }}
    >
      {/* A role that can no longer be given is still the one that is shown. */}
      {options.some(({ role }) => role === value) || value === '' ? null : (
        <MenuItem value={value} sx={{ display: 'none' }}>
          {chosen.label}
        </MenuItem>
      )}
      {options.map((option) => (
        <MenuItem
          key={option.role}
          value={option.role}
          disabled={Boolean(option.disabledBecause)}
          sx={{ whiteSpace: 'normal', '&.Mui-disabled': { opacity: 1, color: 'text.secondary' } }}
        >
          <OptionText option={option} />
        </MenuItem>
      ))}
    </TextField>
  )
}

function OptionText({ option }: { option: RoleOption }) {
  const line = option.disabledBecause || option.description
  return (
    <Box sx={{ minWidth: 0, py: 0.25 }}>
      <Box sx={{ display: 'flex', alignItems: 'center', gap: 0.75, fontWeight: 500 }}>
        {option.label}
        {option.disabledBecause ? <Lock fontSize="tiny" aria-hidden /> : null}
      </Box>
      {line ? (
        <Typography variant="body2" color="textSecondary">
          {line}
        </Typography>
      ) : null}
    </Box>
  )
}

/** A role in a table's row that the reader cannot change: text, and why. */
function FixedRole({ label, role, because }: { label: string; role: string; because: string | undefined }) {
  const text = (
    <Typography
      component="span"
      variant="body2"
      // Focusable where there is something to read.
      {...(because && { tabIndex: 0, role: 'note', 'aria-label': `${label}: ${role}. ${because}` })}
    >
      {role}
    </Typography>
  )
  return because ? <Tooltip title={because}>{text}</Tooltip> : text
}

function unlisted(role: string): RoleOption {
  const label = workspaceRoleLabel(role)
  return { role, label: label === role ? projectRoleLabel(role) : label }
}
