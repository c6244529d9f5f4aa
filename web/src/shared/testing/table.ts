// Import this where a test shows a DataTable: loaded beforehand, the grid is there at once. jsdom needs
// nothing else for it: there the grid draws all rows and columns.
import '../ui/table/TableGrid.tsx'
