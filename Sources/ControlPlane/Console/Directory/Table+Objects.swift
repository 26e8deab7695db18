import Protocol

extension Table {
    /// The largest number of rows for one kind of object. The limit bounds the work of the browser and of the server's event loop.
    static let maximumObjects = 500

    /// Creates a table with one row for each object. If there are too many objects, the table has the first ones and the title
    /// says so.
    init<Object>(_ title: String, head: [String], of objects: [Object], row: (Object) -> [Cell]) {
        let shown = objects.prefix(Table.maximumObjects)
        self.init(
            shown.count < objects.count ? "\(title), the first \(shown.count) of \(objects.count)" : title,
            head: head, rows: shown.map(row))
    }
}
