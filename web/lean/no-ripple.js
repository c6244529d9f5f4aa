/** In place of the ripple of buttons, for those too that ask for one (checkboxes of tables): it draws nothing. */
export default function TouchRipple() {
  return null
}
