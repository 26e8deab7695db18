/// The ids of the seed directory.
enum Seed {
    static let contoso = "11111111-1111-4111-8111-111111111111"
    static let fabrikam = "22222222-2222-4222-8222-222222222222"
    static let woodgrove = "33333333-3333-4333-8333-333333333333"
    static let adventureWorks = "44444444-4444-4444-8444-444444444444"
    static let consumers = "9188040d-6c67-4c5b-b112-36a304b66dad"
    static let alex = "eeeeeeee-0000-4000-8000-000000000001"
    static let megan = "eeeeeeee-0000-4000-8000-000000000004"
    static let ada = "00000000-0000-0000-0000-0000ada00001"
    static let orders = "aaaaaaaa-0000-4000-8000-000000000005"
    static let legacy = "aaaaaaaa-0000-4000-8000-000000000006"
    static let graph = "00000003-0000-0000-c000-000000000000"
}
