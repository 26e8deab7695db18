import Pages

extension Table {
    /// What a page lists of a tenant's objects: a browser and the server's loop have as much to do however many there are.
    static let maximumObjects = 500

    /// One row for each object, of the first ones where there are too many; the title tells so.
    init<Object>(_ title: String, head: [String], of objects: [Object], row: (Object) -> [Cell]) {
        let shown = objects.prefix(Table.maximumObjects)
        self.init(
            shown.count < objects.count ? "\(title), the first \(shown.count) of \(objects.count)" : title,
            head: head, rows: shown.map(row))
    }
}
