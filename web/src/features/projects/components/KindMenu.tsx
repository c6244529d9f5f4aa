import UploadFile from '@mui/icons-material/UploadFileOutlined'
import Box from '@mui/material/Box'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import ListItemText from '@mui/material/ListItemText'

/** The kinds of project that can be added. */
export function KindMenu() {
  return (
    <Box component="nav" aria-label="Kind of project">
      <List disablePadding>
        <ListItem disablePadding>
          <ListItemButton selected aria-current="page" component="a" href="#import">
            <ListItemIcon sx={{ minWidth: 36 }}>
              <UploadFile color="primary" />
            </ListItemIcon>
            <ListItemText primary="Import OpenAPI file" secondary="YAML or JSON from your machine" />
          </ListItemButton>
        </ListItem>
      </List>
    </Box>
  )
}
