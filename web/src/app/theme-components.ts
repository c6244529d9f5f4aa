// How MUI's parts look in this product: dense, flat, with a visible focus ring.
import type { Components, Theme } from '@mui/material/styles'
import { typeSizes } from '../shared/ui/type-sizes.ts'

const focusRing = (theme: Theme) => ({
  outline: `2px solid ${theme.vars?.palette.primary.main}`,
  outlineOffset: 2,
})

export const components: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      html: { height: '100%' },
      body: { height: '100%', textRendering: 'optimizeLegibility' },
      '#root': { minHeight: '100%', display: 'flex', flexDirection: 'column' },
      ':focus-visible': focusRing(theme),
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          transitionDuration: '0.01ms !important',
        },
      },
    }),
  },
  // A small title is a heading where it says so: the outline of a page is not made by sizes of letters.
  MuiTypography: { defaultProps: { variantMapping: { subtitle1: 'p', subtitle2: 'p' } } },
  MuiButtonBase: {
    defaultProps: { disableRipple: true },
    styleOverrides: { root: ({ theme }) => ({ '&:focus-visible': focusRing(theme) }) },
  },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: {
        borderRadius: 8,
        variants: [
          {
            props: { variant: 'contained', color: 'primary' },
            style: ({ theme }) => ({
              backgroundColor: theme.vars?.palette.brand.main,
              color: theme.vars?.palette.brand.contrastText,
              '&:hover': { backgroundColor: theme.vars?.palette.brand.hover },
            }),
          },
        ],
      },
    },
  },
  MuiSvgIcon: {
    styleOverrides: {
      root: {
        variants: [
          { props: { fontSize: 'tiny' }, style: { fontSize: typeSizes.iconTiny } },
          { props: { fontSize: 'compact' }, style: { fontSize: typeSizes.iconCompact } },
        ],
      },
    },
  },
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiFormHelperText: { styleOverrides: { root: { overflowWrap: 'anywhere' } } },
  MuiSelect: { defaultProps: { size: 'small' } },
  MuiOutlinedInput: {
    styleOverrides: { root: ({ theme }) => ({ backgroundColor: theme.vars?.palette.background.paper }) },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
  MuiCard: { defaultProps: { variant: 'outlined' } },
  MuiDialog: { defaultProps: { maxWidth: 'sm', fullWidth: true } },
  MuiDialogTitle: { styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2 }) } },
  MuiDialogActions: { styleOverrides: { root: { padding: '8px 24px 20px' } } },
  MuiTooltip: { defaultProps: { arrow: true, enterDelay: 400 } },
  // Underlined, because colour alone does not tell a link from the text around it.
  MuiLink: { defaultProps: { underline: 'always' } },
  MuiTab: { styleOverrides: { root: { minHeight: 40, padding: '8px 12px', textTransform: 'none' } } },
  MuiTabs: { styleOverrides: { root: { minHeight: 40 } } },
  MuiListItemButton: { styleOverrides: { root: { borderRadius: 6 } } },
  MuiAlert: { styleOverrides: { root: { alignItems: 'center' } } },
}
