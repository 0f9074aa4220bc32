// Café del Gatto by hand: four players, default options, every move of a menu being equally likely.
// With -DCOUNTED what can be bought is counted, rows times drinks, and only the chosen move is made: faster, but no list.
#include "chance.hpp"

#ifdef __BMI2__
#include <immintrin.h>
#endif

namespace {

#ifdef COUNTED
constexpr bool LISTED = false;
#else
constexpr bool LISTED = true;
#endif

constexpr int SIDES = 2, ROWS = 5, DRINKS = 5, TOKENS = 5, TILES = 36;
constexpr int COINS = 45, SUGAR = 12, START_COINS = 5, TIP = 1, INCOME = 2, CLEAN_PRICE = 2;
constexpr std::uint8_t MILK = 0, COFFEE = 1, FULL = 2;

constexpr int SURCHARGE[ROWS] = {2, 1, 0, 0, 0};
constexpr int CELLS[DRINKS] = {1, 2, 2, 3, 4};
constexpr std::uint8_t NEXT_CELL[DRINKS][5] = {
    {COFFEE, FULL},
    {COFFEE, MILK, FULL},
    {COFFEE, COFFEE, FULL},
    {COFFEE, MILK, MILK, FULL},
    {MILK, MILK, COFFEE, MILK, FULL},
};
constexpr int POINTS[DRINKS][TOKENS] = {{1, 2, 3, 4, 5}, {2, 4, 5, 7, 8}, {2, 4, 5, 7, 8}, {3, 6, 8, 10, 12}, {4, 8, 11, 13, 16}};
constexpr int COPIES[TOKENS] = {PLAYERS, 1, 1, 1, 1};
constexpr int MENU_PRICE[DRINKS][3] = {{2}, {3, 1}, {3, 1}, {5, 3, 1}, {7, 4, 1}};

// Three tiles of each value and symbol, sorted by value, then by symbol.
using Tile = std::uint8_t;
constexpr int value(Tile tile) { return tile / 9 + 1; }
constexpr unsigned symbol(Tile tile) { return 1u << tile / 3 % 3; }

// A set of tiles: those of the sack are drawn by their position in it.
using Tiles = std::uint64_t;
constexpr Tiles ALL_TILES = (Tiles{1} << TILES) - 1;

// Sets are bits; the member at a position from 0.
inline std::uint8_t member(std::uint64_t set, std::uint32_t position) {
#ifdef __BMI2__
    return static_cast<std::uint8_t>(__builtin_ctzll(_pdep_u64(std::uint64_t{1} << position, set)));
#else
    for (; position > 0; --position) set &= set - 1;
    return static_cast<std::uint8_t>(__builtin_ctzll(set));
#endif
}

inline std::uint32_t size(std::uint64_t set) { return static_cast<std::uint32_t>(__builtin_popcountll(set)); }

struct Cup {
    Tiles tiles = 0;
    int count = 0, worth = 0;
    unsigned symbols = 0;  // a set
};

struct Player {
    int coins = 0, sugar = 0, points = 0;
    unsigned served = 0;  // a set of drinks
    std::array<Cup, DRINKS> cups;
};

enum class Action : std::uint8_t { buy, clean, serve, take_coins, stop, empty_cup };

struct Move {
    Action action;
    std::uint8_t drink;
    std::uint8_t side_or_cubes;
    std::uint8_t row_or_token;
};

// What can be bought of one side of the machine: any of the rows for any of the drinks.
struct Buyable {
    unsigned rows = 0, drinks = 0;  // two sets

    std::uint32_t count() const { return size(rows) * size(drinks); }

    Move move(int side, std::uint32_t number) const {
        const std::uint32_t each = size(drinks);
        return {Action::buy, member(drinks, number % each), static_cast<std::uint8_t>(side), member(rows, number / each)};
    }
};

// The moves in the order of the rules; where buying is not listed, it comes before those that are.
struct Menu {
    static constexpr int MOST = DRINKS * ROWS + SIDES + 1 + DRINKS * (SUGAR + 1) * TOKENS;
    std::array<Buyable, SIDES> unlisted{};
    Move moves[MOST];
    std::uint32_t listed = 0;

    void add(Action action, int drink = 0, int side_or_cubes = 0, int row_or_token = 0) {
        moves[listed++] = {action, static_cast<std::uint8_t>(drink), static_cast<std::uint8_t>(side_or_cubes),
                           static_cast<std::uint8_t>(row_or_token)};
    }

    void add(int side, Buyable buyable) {
        if (!LISTED) unlisted[side] = buyable;
        else if (buyable.drinks != 0)
            for (unsigned rows = buyable.rows; rows != 0; rows &= rows - 1)
                for (unsigned drinks = buyable.drinks; drinks != 0; drinks &= drinks - 1)
                    add(Action::buy, __builtin_ctz(drinks), side, __builtin_ctz(rows));
    }

    std::uint32_t count() const { return LISTED ? listed : unlisted[0].count() + unlisted[1].count() + listed; }

    Move move(std::uint32_t number) const {
        for (int side = 0; !LISTED && side < SIDES; ++side) {
            if (number < unlisted[side].count()) return unlisted[side].move(side, number);
            number -= unlisted[side].count();
        }
        return moves[number];
    }
};

class Game {
public:
    explicit Game(std::uint64_t seed) : chance_{seed}, choices_(seed) {
        for (auto& side : machine_)
            for (int row = ROWS - 1; row >= 0; --row) side[row] = draw_tile();
        for (auto& tokens : shelf_)
            for (int token = 0; token < TOKENS; ++token) tokens[token] = COPIES[token];
        for (Player& player : players_) gain_coins(player, START_COINS);
        pay_coins(players_[0], TIP);
    }

    Result play() {
        while (!somebody_has_finished()) {
            for (int me = 0; me < PLAYERS; ++me) {
                turn(players_[me]);
                if (sack_ == 0 && discard_ == 0) interlude((me + 1) % PLAYERS);
            }
        }
        Result result{};
        std::array<std::int32_t, PLAYERS> ranks;
        for (int p = 0; p < PLAYERS; ++p) {
            result.scores[p] = players_[p].points + players_[p].sugar / 2;
            ranks[p] = result.scores[p] * (COINS + 1) + players_[p].coins;
        }
        result.winners = best(ranks);
        result.decisions = choices_.used;
        result.chance = chance_.counter;
        return result;
    }

private:
    bool somebody_has_finished() const {
        for (const Player& player : players_)
            if (player.served == (1u << DRINKS) - 1) return true;
        return false;
    }

    // ---- the flow --------------------------------------------------------------------------------
    void turn(Player& me) {
        Menu menu;
        add_buys(menu, me);
        add_cleans(menu, me);
        add_serves(menu, me);
        menu.add(Action::take_coins);
        const Move move = choose(menu);
        switch (move.action) {
            case Action::buy: return buy(me, move);
            case Action::clean: return after_cleaning(me, move);
            case Action::serve: return after_serving(me, move);
            default: return gain_coins(me, INCOME);
        }
    }

    // Clean on, buy or stop.
    void after_cleaning(Player& me, Move move) {
        while (move.action == Action::clean) {
            clean(me, move.side_or_cubes);
            Menu menu;
            add_buys(menu, me);
            menu.add(Action::stop);
            add_cleans(menu, me);
            move = choose(menu);
        }
        if (move.action == Action::buy) buy(me, move);
    }

    // Stop or serve on; nobody is asked where nothing is left to serve.
    void after_serving(Player& me, Move move) {
        while (move.action == Action::serve) {
            serve(me, move);
            Menu menu;
            menu.add(Action::stop);
            add_serves(menu, me);
            if (menu.count() == 1) return;
            move = choose(menu);
        }
    }

    // All tiles are in use: everybody serves a drink, or, where nobody can, empties the fullest cup.
    void interlude(int leader) {
        bool any = false;
        for (const Player& player : players_) any = any || can_serve(player);
        for (int n = 0; n < PLAYERS; ++n) {
            Player& me = players_[(leader + n) % PLAYERS];
            Menu menu;
            if (any) add_serves(menu, me);
            else add_emptyings(menu, me);
            if (menu.count() == 0) continue;
            const Move move = choose(menu);
            if (any) serve(me, move);
            else throw_away(me.cups[move.drink]);
        }
    }

    Move choose(const Menu& menu) { return menu.move(choices_.among(menu.count())); }

    // ---- menus -----------------------------------------------------------------------------------
    void add_buys(Menu& menu, const Player& me) const {
        unsigned fitting[SIDES + 1] = {};
        for (int drink = 0; drink < DRINKS; ++drink) {
            const int side = me.served >> drink & 1 ? FULL : NEXT_CELL[drink][me.cups[drink].count];
            fitting[side] |= 1u << drink;
        }
        for (int side = 0; side < SIDES; ++side) {
            unsigned affordable = 0;
            for (int row = 0; row < ROWS; ++row) affordable |= static_cast<unsigned>(price(side, row) <= me.coins) << row;
            menu.add(side, {affordable, fitting[side]});
        }
    }

    void add_cleans(Menu& menu, const Player& me) const {
        if (me.coins < CLEAN_PRICE) return;
        for (int side = 0; side < SIDES; ++side) menu.add(Action::clean, 0, side);
    }

    void add_serves(Menu& menu, const Player& me) const {
        for (int drink = 0; drink < DRINKS; ++drink) {
            const Cup& cup = me.cups[drink];
            if (cup.count != CELLS[drink]) continue;
            for (int cubes = 0; cubes <= me.sugar; ++cubes)
                for (int token = 0; token < TOKENS; ++token)
                    if (shelf_[drink][token] > 0 && POINTS[drink][token] <= cup.worth + cubes)
                        menu.add(Action::serve, drink, cubes, token);
        }
    }

    void add_emptyings(Menu& menu, const Player& me) const {
        int most = 1;
        for (const Cup& cup : me.cups) most = cup.count > most ? cup.count : most;
        for (int drink = 0; drink < DRINKS; ++drink)
            if (me.cups[drink].count == most) menu.add(Action::empty_cup, drink);
    }

    bool can_serve(const Player& player) const {
        Menu menu;
        add_serves(menu, player);
        return menu.count() > 0;
    }

    int price(int side, int row) const { return value(machine_[1 - side][row]) + SURCHARGE[row]; }

    // ---- effects ---------------------------------------------------------------------------------
    void buy(Player& me, Move move) {
        const int side = move.side_or_cubes, row = move.row_or_token;
        auto& column = machine_[side];
        const Tile tile = column[row];
        pay_coins(me, price(side, row));
        Cup& cup = me.cups[move.drink];
        cup.tiles |= Tiles{1} << tile;
        cup.count += 1;
        cup.worth += value(tile);
        cup.symbols |= symbol(tile);
        for (int above = row; above > 0; --above) column[above] = column[above - 1];
        column[0] = draw_tile();
        if (value(tile) == 1 && sugar_bank_ > 0) {
            --sugar_bank_;
            ++me.sugar;
        }
    }

    void clean(Player& me, int side) {
        pay_coins(me, CLEAN_PRICE);
        for (Tile tile : machine_[side]) discard_ |= Tiles{1} << tile;
        for (int row = ROWS - 1; row >= 0; --row) machine_[side][row] = draw_tile();
    }

    void serve(Player& me, Move move) {
        const int drink = move.drink, cubes = move.side_or_cubes, token = move.row_or_token;
        Cup& cup = me.cups[drink];
        me.sugar -= cubes;
        sugar_bank_ += cubes;
        gain_coins(me, cup.worth + cubes - POINTS[drink][token]);
        --shelf_[drink][token];
        me.points += POINTS[drink][token];
        gain_coins(me, MENU_PRICE[drink][size(cup.symbols) - 1]);
        throw_away(cup);
        me.served |= 1u << drink;
    }

    void throw_away(Cup& cup) {
        discard_ |= cup.tiles;
        cup = Cup{};
    }

    // The machine never lacks a tile: a turn takes one away, and an interlude is held as soon as none is left.
    Tile draw_tile() {
        if (sack_ == 0) {
            sack_ = discard_;
            discard_ = 0;
        }
        const Tile tile = member(sack_, chance_.draw(size(sack_)));
        sack_ &= ~(Tiles{1} << tile);
        return tile;
    }

    void gain_coins(Player& me, int wanted) {
        const int coins = wanted < coin_bank_ ? wanted : coin_bank_;
        coin_bank_ -= coins;
        me.coins += coins;
    }

    void pay_coins(Player& me, int coins) {
        me.coins -= coins;
        coin_bank_ += coins;
    }

    Chance chance_;
    Choices choices_;
    Tiles sack_ = ALL_TILES, discard_ = 0;
    std::array<std::array<Tile, ROWS>, SIDES> machine_;  // the top row first
    std::array<std::array<int, TOKENS>, DRINKS> shelf_;
    std::array<Player, PLAYERS> players_;
    int coin_bank_ = COINS, sugar_bank_ = SUGAR;
};

}  // namespace

int main(int argc, char** argv) {
    return play_series(argc, argv, [](std::uint64_t seed) { return Game(seed).play(); });
}
